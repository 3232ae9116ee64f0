"use strict";
// Tables sort: a click on a head orders by that column, a second click turns the order round.  Cells without a number
// stay last, rows that tie keep their order.
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(table, heads, column));
    head.append(button);
  });
}

// What is folded is printed unfolded.
let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details:not([open])")];
  folded.forEach((part) => { part.open = true; });
});
addEventListener("afterprint", () => { folded.forEach((part) => { part.open = false; }); });

function sort(table, heads, column) {
  const head = heads[column];
  const first = head.classList.contains("number") ? "descending" : "ascending";
  const second = first === "ascending" ? "descending" : "ascending";
  const order = head.getAttribute("aria-sort") === first ? second : first;
  heads.forEach((other) => other.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", order);
  const sign = order === "ascending" ? 1 : -1;
  const rows = [...table.tBodies[0].rows].map((row) => ({ row, key: value(row.cells[column]) }));
  rows.sort((a, b) => compare(a.key, b.key, sign));
  table.tBodies[0].append(...rows.map(({ row }) => row));
}

function value(cell) {
  const text = cell.dataset.value;
  if (!cell.classList.contains("number")) return text;
  return text === "" ? null : Number(text);
}

function compare(a, b, sign) {
  if (a === null || b === null) return (a === null) - (b === null);
  return sign * (typeof a === "number" ? a - b : a.localeCompare(b));
}
