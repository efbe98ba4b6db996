from statchunk.box import Box
from statchunk.model.page import Rect, Rule
from statchunk.settings import TableSettings
from statchunk.tables.rules import Stroke, cluster, collect_rules, covered, join_strokes, meeting_boxes
from tests.tables.sheets import Sheet

SETTINGS = TableSettings()


def stroke(at: float, start: float, end: float) -> Stroke:
    return Stroke(at, start, end, False)


def test_pieces_on_one_line_are_one_rule() -> None:
    pieces = [stroke(10, 0, 50), stroke(10.4, 51, 100), stroke(30, 0, 100)]
    assert repr(join_strokes(pieces, 2.0, 3.0)) == repr([stroke(10, 0, 100), stroke(30, 0, 100)])


def test_breaks_of_spanning_rules_are_kept_apart_from_whole_rules() -> None:
    sheet = Sheet()
    sheet.across(100, 198.6, 50)
    sheet.across(200, 300, 50)
    rules = collect_rules(sheet.page(), SETTINGS)
    assert [(r.start, r.end) for r in rules.horizontal] == [(100, 300)]
    assert [(r.start, r.end) for r in rules.pieces] == [(100, 198.6), (200, 300)]


def test_a_rule_in_the_colour_of_its_ground_is_not_seen() -> None:
    sheet = Sheet()
    sheet.rects.append(Rect(50, 90, 150, 130, 0xE0E0E0, None))
    sheet.rules.append(Rule(50, 110, 150, 111, 1.0, 0xE0E0E0))
    assert collect_rules(sheet.page(), SETTINGS).drawn().horizontal == ()


def test_cluster_takes_middles() -> None:
    assert cluster([1.0, 2.0, 10.0, 30.0, 31.0], 3.0) == [1.5, 10.0, 30.5]


def test_covered_counts_overlaps_once() -> None:
    assert covered([stroke(5, 0, 50), stroke(5.5, 40, 60)], 5, 0, 100, 1.0) == 0.6


def test_rules_that_meet_make_one_group() -> None:
    sheet = Sheet()
    for y in (90, 120):
        sheet.across(50, 150, y)
    for x in (50, 150):
        sheet.down(x, 90, 120)
    sheet.across(50, 150, 300)
    groups = meeting_boxes(collect_rules(sheet.page(), SETTINGS), 3.0)
    assert [box for box, _ in groups] == [Box(50, 90, 150, 120), Box(50, 300, 150, 300)]
