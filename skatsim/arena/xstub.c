/* A display for XSkat that shows nothing: what XSkat draws becomes lines of text, and lines of text become clicks.

   Loaded as libX11.so.6 in front of the real one, it stands in for the functions of the X library that XSkat calls and
   for two of the C library: select(), with which XSkat waits, returns at once, and time(), the seed of all its chances,
   returns XSKAT_SEED.  The descriptors in STUB_OUT and STUB_IN lead to the driver; skatsim/arena/screen.py describes the
   lines.  The structures are those of the X11 application binary interface, as far as XSkat looks into them. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <time.h>

typedef unsigned long id;

struct visual { void *extension; id number; int class; unsigned long red, green, blue; int bits, entries; };
struct screen {
  void *extension; struct display *display; id root; int width, height, millimetres[2], depths; void *depth_list;
  int root_depth; struct visual *visual; void *gc; id colormap; unsigned long white, black; int maps[2], backing, unders;
  long root_mask;
};
struct display {
  void *extension, *private_1; int socket, private_2, protocol[2]; char *vendor; id private_3[3]; int private_4;
  void *allocate; int byte_order, bitmap[3], formats; void *format_list; int private_5, release; void *private_6[2];
  int queue; unsigned long requests[2]; void *private_7[4]; unsigned longest; void *database, *private_8; char *name;
  int default_screen, screens; struct screen *screen_list;
};
struct extent { short left, right, width, ascent, descent; unsigned short attributes; };
struct font {
  void *extension; id number; unsigned numbers[5]; int all; unsigned fallback; int properties; void *property_list;
  struct extent least, most, *each; int ascent, descent;
};
struct event {
  int type; unsigned long serial; int sent; struct display *display; id window;
  union {
    struct { int x, y, width, height, count; } expose;
    struct { id root, subwindow; unsigned long time; int x, y, x_root, y_root; unsigned state, button; } press;
    long space[19];
  } as;
};

enum { BUTTON_PRESS = 4, EXPOSE = 12, HAND_CURSOR = 60, FIRST_ID = 100, MOST_IDS = 1 << 20, WAITING = 256 };
enum { CARD_WIDTH = 64, CARD_HEIGHT = 94, CHARACTER = 9, ASCENT = 12, DESCENT = 3 };

/* What an id names: a card (its number), a window of a dialog (the dialog), or anything else. */
static struct thing { id dialog; short card; char is_card, is_dialog; } things[MOST_IDS];
static id next_id = FIRST_ID;

static struct seat {
  struct display display; struct screen screen; struct visual visual;
  id table, waiting[WAITING]; int cards, exposures, clicked, closed;
} seats[3];
static int opened;
static FILE *out, *in;

static int seat_of(struct display *display) { return (int)((struct seat *)display - seats); }

static id new_id(void) {
  if (next_id == MOST_IDS) exit(3);
  things[next_id] = (struct thing){0};
  return next_id++;
}

/* --- the display and what XSkat asks of it */

struct display *XOpenDisplay(const char *name) {
  (void)name;
  if (opened == 3) return NULL;
  if (!out) {
    const char *to = getenv("STUB_OUT"), *from = getenv("STUB_IN");
    if (!to || !from || !(out = fdopen(atoi(to), "w")) || !(in = fdopen(atoi(from), "r"))) return NULL;
  }
  struct seat *seat = &seats[opened++];
  seat->screen = (struct screen){.display = &seat->display, .root = 1, .width = 800, .height = 600, .root_depth = 1,
                                 .visual = &seat->visual, .colormap = 1, .white = 1};
  seat->display.screens = 1;
  seat->display.screen_list = &seat->screen;
  seat->display.name = "stub";
  return &seat->display;
}

char *XDisplayName(const char *name) { return (char *)name; }
int XDisplayWidth(struct display *display, int number) { (void)number; return seats[seat_of(display)].screen.width; }
int XDisplayHeight(struct display *display, int number) { (void)number; return seats[seat_of(display)].screen.height; }

char *XGetDefault(struct display *display, const char *program, const char *name) {
  static char *const values[][2] = {{"shortcut", "0"}, {"tdelay", "0"}, {"language", "english"}, {"menubutton", "3"},
                                    {"keyboard", "0"}, {"3d", "0"}, {"large", "0"}, {"hint", "0"}};
  (void)display, (void)program;
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    if (!strcmp(name, values[i][0])) return values[i][1];
  return NULL;
}

struct font *XLoadQueryFont(struct display *display, const char *name) {
  static struct font font = {.number = 2, .most = {.width = CHARACTER, .ascent = ASCENT, .descent = DESCENT},
                             .ascent = ASCENT, .descent = DESCENT};
  (void)display, (void)name;
  return &font;
}
int XTextWidth(struct font *font, const char *text, int length) { (void)font, (void)text; return CHARACTER * length; }

id XCreatePixmap(struct display *display, id drawable, unsigned width, unsigned height, unsigned depth) {
  struct seat *seat = &seats[seat_of(display)];
  id made = new_id();
  (void)drawable, (void)depth;
  if (width == CARD_WIDTH && height == CARD_HEIGHT) {
    things[made].is_card = 1;
    things[made].card = (short)(seat->cards++ - 1); /* the back comes first */
  }
  return made;
}
id XCreateBitmapFromData(struct display *display, id drawable, const char *data, unsigned width, unsigned height) {
  (void)display, (void)drawable, (void)data, (void)width, (void)height;
  return new_id();
}
id XCreateFontCursor(struct display *display, unsigned shape) { (void)display; return shape; }
void *XCreateGC(struct display *display, id drawable, unsigned long mask, void *values) {
  static int context;
  (void)display, (void)drawable, (void)mask, (void)values;
  return &context;
}

/* --- what is drawn */

id XCreateSimpleWindow(struct display *display, id parent, int x, int y, unsigned width, unsigned height,
                       unsigned border, unsigned long line, unsigned long ground) {
  int number = seat_of(display);
  struct seat *seat = &seats[number];
  id made = new_id();
  (void)x, (void)y, (void)border, (void)line, (void)ground;
  if (parent == seat->screen.root) {
    seat->table = made;
    return made;
  }
  int whole = parent == seat->table;
  things[made].is_dialog = 1;
  things[made].dialog = whole ? made : parent;
  fprintf(out, "W %d %lu %lu %u %u\n", number, made, whole ? 0 : parent, width, height);
  return made;
}

int XMapWindow(struct display *display, id window) {
  struct seat *seat = &seats[seat_of(display)];
  if (window < MOST_IDS && things[window].is_dialog && seat->exposures < WAITING)
    seat->waiting[seat->exposures++] = window;
  return 1;
}

static void forget(struct seat *seat, int place) {
  seat->exposures--;
  memmove(seat->waiting + place, seat->waiting + place + 1, (size_t)(seat->exposures - place) * sizeof(id));
}

int XDestroyWindow(struct display *display, id window) {
  struct seat *seat = &seats[seat_of(display)];
  for (int i = seat->exposures - 1; i >= 0; i--)
    if (things[seat->waiting[i]].dialog == window) forget(seat, i);
  fprintf(out, "D %d %lu\n", seat_of(display), window);
  return 1;
}

int XCopyArea(struct display *display, id from, id to, void *gc, int from_x, int from_y, unsigned width,
              unsigned height, int x, int y) {
  int number = seat_of(display);
  (void)gc, (void)from_x, (void)from_y, (void)width, (void)height;
  if (to == seats[number].table && from < MOST_IDS && things[from].is_card)
    fprintf(out, "C %d %d %d %d\n", number, things[from].card, x, y);
  return 1;
}

int XFillRectangle(struct display *display, id drawable, void *gc, int x, int y, unsigned width, unsigned height) {
  int number = seat_of(display);
  (void)gc;
  if (drawable == seats[number].table) fprintf(out, "F %d %d %d %u %u\n", number, x, y, width, height);
  return 1;
}

static int text(struct display *display, id drawable, int x, int y, const char *words, int length) {
  int number = seat_of(display);
  if (drawable == seats[number].table) fprintf(out, "T %d %d %d %.*s\n", number, x, y, length, words);
  else if (drawable < MOST_IDS && things[drawable].is_dialog)
    fprintf(out, "S %d %lu %.*s\n", number, drawable, length, words);
  return 1;
}
int XDrawString(struct display *display, id drawable, void *gc, int x, int y, const char *words, int length) {
  (void)gc;
  return text(display, drawable, x, y, words, length);
}
int XDrawImageString(struct display *display, id drawable, void *gc, int x, int y, const char *words, int length) {
  (void)gc;
  return text(display, drawable, x, y, words, length);
}

int XDefineCursor(struct display *display, id window, id cursor) {
  int number = seat_of(display);
  if (window == seats[number].table) fprintf(out, "U %d %d\n", number, cursor == HAND_CURSOR);
  return 1;
}

/* --- events */

static int expose(struct seat *seat, int place, struct event *event) {
  memset(event, 0, sizeof *event);
  event->type = EXPOSE;
  event->display = &seat->display;
  event->window = seat->waiting[place];
  forget(seat, place);
  return 1;
}

int XCheckTypedWindowEvent(struct display *display, id window, int type, struct event *event) {
  struct seat *seat = &seats[seat_of(display)];
  if (type == EXPOSE)
    for (int i = 0; i < seat->exposures; i++)
      if (seat->waiting[i] == window) return expose(seat, i, event);
  return 0;
}

static int press(struct seat *seat, struct event *event, id window, int x, int y) {
  memset(event, 0, sizeof *event);
  event->type = BUTTON_PRESS;
  event->display = &seat->display;
  event->window = window;
  event->as.press.x = x;
  event->as.press.y = y;
  event->as.press.button = 1;
  seat->clicked = 1;
  return 1;
}

int XCheckMaskEvent(struct display *display, long mask, struct event *event) {
  int number = seat_of(display), x, y;
  struct seat *seat = &seats[number];
  char line[64];
  id window;
  (void)mask;
  if (seat->exposures) return expose(seat, 0, event);
  if (seat->clicked) { /* one click a round, so that XSkat goes on before it is asked again */
    seat->clicked = 0;
    return 0;
  }
  fprintf(out, "? %d\n", number);
  if (fflush(out) || !fgets(line, sizeof line, in) || *line == 'q') exit(0);
  if (sscanf(line, "c %d %d", &x, &y) == 2) return press(seat, event, seat->table, x, y);
  if (sscanf(line, "b %lu", &window) == 1) return press(seat, event, window, 1, 1);
  return 0;
}

/* --- time */

int select(int highest, fd_set *reading, fd_set *writing, fd_set *failing, struct timeval *timeout) {
  (void)highest, (void)reading, (void)writing, (void)failing, (void)timeout;
  return 0;
}

time_t time(time_t *where) {
  const char *seed = getenv("XSKAT_SEED");
  time_t now = seed ? atol(seed) : 1;
  if (where) *where = now;
  return now;
}

/* --- all else needs no answer, or any */

#define DONE(name) int name(void) { return 1; }
#define NONE(name) int name(void) { return 0; }
DONE(XAllocColor) DONE(XBell) DONE(XChangeGC) DONE(XChangeProperty) DONE(XClearWindow) DONE(XCloseDisplay)
DONE(XCopyPlane) DONE(XDrawLine) DONE(XDrawLines) DONE(XDrawPoint) DONE(XDrawPoints) DONE(XDrawRectangle) DONE(XFlush)
DONE(XFreeColors) DONE(XFreeGC) DONE(XFreePixmap) DONE(XMoveWindow) DONE(XQueryColor) DONE(XQueryColors)
DONE(XSelectInput) DONE(XSetClassHint) DONE(XSetStandardProperties) DONE(XSetWMHints) DONE(XSetWMNormalHints)
DONE(XSync) DONE(XUnmapWindow)
NONE(XLookupKeysym) NONE(XLookupString) NONE(XParseColor) NONE(XParseGeometry)
void *XSetErrorHandler(void *handler) { (void)handler; return NULL; }
void *XSetIOErrorHandler(void *handler) { (void)handler; return NULL; }
