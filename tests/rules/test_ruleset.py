"""Rule sets: the switches, their numbers in kernels and the named presets."""

import itertools

import msgspec
import pytest

from skatsim.errors import SkatsimError
from skatsim.rules.contracts import BIDS
from skatsim.rules.ruleset import ISKO, PRESETS, SWITCHES, RuleSet, preset

# The values of each switch, default first, as the rules list them.
LISTED = {
    "lost_hand": ("double", "single"),
    "schwarz": ("no_trick", "no_points"),
    "hand_levels": ("cumulative", "table"),
    "void": ("free", "must_trump"),
    "missed_announcement": ("double", "single"),
    "null_below_bid": ("refuse", "best_trump", "next_null"),
    "concede": ("isko", "stargames"),
}
NUMBER_OF = {
    "lost_hand": "lost_hand_single",
    "schwarz": "schwarz_no_points",
    "hand_levels": "hand_levels_table",
    "void": "void_must_trump",
    "missed_announcement": "missed_announcement_single",
    "null_below_bid": "null_below_bid",
}


def test_switches_and_defaults():
    assert SWITCHES == LISTED
    assert {field: getattr(ISKO, field) for field in LISTED} == {field: values[0] for field, values in LISTED.items()}
    assert ISKO.ladder_top == 264
    assert list(ISKO.numbers) == [0, 0, 0, 0, 0, 0, 63]


@pytest.mark.parametrize("field", NUMBER_OF)
def test_each_switch_sets_its_own_number_and_no_other(field):
    for index, value in enumerate(LISTED[field]):
        numbers = RuleSet(**{field: value}).numbers
        assert numbers._asdict() == {**ISKO.numbers._asdict(), NUMBER_OF[field]: index}


@pytest.mark.parametrize("top", BIDS)
def test_ladder_steps(top):
    assert RuleSet(ladder_top=top).numbers.ladder_steps == len([bid for bid in BIDS if bid <= top])


def test_presets():
    changes = {
        name: {field: getattr(rules, field) for field in (*LISTED, "ladder_top")}.items()
        - {field: getattr(ISKO, field) for field in (*LISTED, "ladder_top")}.items()
        for name, rules in PRESETS.items()
    }
    assert changes == {
        "isko": set(),
        "stargames-no": {
            ("hand_levels", "table"),
            ("schwarz", "no_points"),
            ("void", "must_trump"),
            ("concede", "stargames"),
        },
        "stargames-cs": {("hand_levels", "table"), ("missed_announcement", "single")},
        "web-99": {("ladder_top", 99)},
        "pre-1999": {("lost_hand", "single")},
    }
    assert all(preset(name) is rules for name, rules in PRESETS.items())


def test_unknown_preset_lists_the_known():
    with pytest.raises(SkatsimError, match="unknown rules 'isko2'; choose one of isko, stargames-no, stargames-cs"):
        preset("isko2")


@pytest.mark.parametrize("field", LISTED)
@pytest.mark.parametrize("value", ["", "doubled", 0, None, ["double"]])
def test_an_unknown_value_names_its_switch_and_the_choices(field, value):
    with pytest.raises(SkatsimError, match=f"rules.{field} = .* is not known; choose one of {LISTED[field][0]}, "):
        RuleSet(**{field: value})


@pytest.mark.parametrize("top", [98, 0, 265, "99", None, 99.0])
def test_the_ladder_ends_at_a_bid(top):
    with pytest.raises(SkatsimError, match=f"bid {top!r}"):
        RuleSet(ladder_top=top)


def test_rules_are_frozen_hashable_and_compare_by_value():
    with pytest.raises(AttributeError):
        ISKO.void = "must_trump"
    assert len({ISKO, RuleSet(), PRESETS["web-99"]}) == 2


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS.keys())
def test_rules_survive_json(rules):
    assert msgspec.json.decode(msgspec.json.encode(rules), type=RuleSet) == rules


def test_unknown_keys_in_a_file_are_refused():
    with pytest.raises(msgspec.ValidationError, match="lost_hands"):
        msgspec.convert({"lost_hands": "single"}, RuleSet)


def test_all_combinations_are_rule_sets_of_their_own():
    every = {RuleSet(*values) for values in itertools.product(*(LISTED[field] for field in NUMBER_OF))}
    assert len({rules.numbers for rules in every}) == len(every) == 2**5 * 3
