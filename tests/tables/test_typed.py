"""Tables typed in a typewriter face, with lines of hyphens and upright strokes for rules."""

from statchunk.model.page import Style, Word
from statchunk.settings import TableSettings
from statchunk.tables.grid import read_grid
from statchunk.tables.read import read_tables
from statchunk.tables.regions import find_regions
from statchunk.tables.rows import text_rows
from tests.tables.drawn import column_paths_of, row_paths
from tests.tables.sheets import Sheet, texts

SETTINGS = TableSettings()


def typed(*lines: str, size: float = 10.0) -> Sheet:
    """A page of lines in which every character is 0.6 of the type size wide."""
    sheet = Sheet()
    style = Style("Courier", size, False, False, 0)
    for n, line in enumerate(lines):
        at, y = 0, 80.0 + 12 * n
        for part in line.split():
            at = line.index(part, at)
            x = 50 + 0.6 * size * at
            box = (x, y - 0.8 * size, x + 0.6 * size * len(part), y + 0.2 * size)
            sheet.words.append(Word(part, *box, y, style, 0, 0, False, "", len(sheet.words), n))
            at += len(part)
    return sheet


OIL = (
    "Country                1991     1992   Percent",
    "                      Average  Average  Change",
    "----------------------------------------------",
    "Saudi Arabia.......    8,115    8,332     -1.6",
    "Iraq under 10 wells      305      425     20.5",
    "United Arab Emirates   2,386    2,266     -4.7",
    "----------------------------------------------",
    "Source: Energy office.",
)


def test_a_typed_word_space_parts_no_label() -> None:
    *_, row = text_rows(typed("Iraq under 10 wells      305").words, SETTINGS)
    assert [t.text for t in row.tokens] == ["Iraq under 10 wells", "305"]


def test_typed_lines_are_rules_and_no_cells() -> None:
    page = typed(*OIL).page()
    (region,) = find_regions(page, (), SETTINGS)
    (grid,) = read_grid(page, region, (), SETTINGS)
    assert texts(grid) == [
        ["Country", "1991 Average", "1992 Average", "Percent Change"],
        ["Saudi Arabia.......", "8,115", "8,332", "-1.6"],
        ["Iraq under 10 wells", "305", "425", "20.5"],
        ["United Arab Emirates", "2,386", "2,266", "-4.7"],
    ]


def test_upright_strokes_stuck_to_figures_are_no_part_of_them() -> None:
    page = typed(
        "____________________________________________",
        "                         |  Mar.  |  Mar.",
        "Status                   |  1993  |  1994",
        "_________________________|________|_________",
        "           TOTAL         |        |",
        "Population.............. |193,080 |195,953",
        "  Labor force........... |127,083 |129,772",
        "    Men, 16 to 19 years  |        |",
        "Population.............. |  3,354 |  3,501",
        "  Labor force........... |  1,701 |  1,774",
        "____________________________________________",
    ).page()
    regions = find_regions(page, (), SETTINGS)
    (table,) = read_tables([page], [()], [regions], SETTINGS)
    assert [v.text for v in table.values] == [
        "193,080", "195,953", "127,083", "129,772", "3,354", "3,501", "1,701", "1,774",
    ]  # fmt: skip
    assert column_paths_of(table) == [("Mar. 1993",), ("Mar. 1994",)]
    assert row_paths(table) == [
        ("TOTAL", "Population"),
        ("TOTAL", "Population", "Labor force"),
        ("Men, 16 to 19 years", "Population"),
        ("Men, 16 to 19 years", "Population", "Labor force"),
    ]
    assert table.confidence == 1.0


def test_colons_one_under_the_other_are_strokes_and_hyphens_beside_a_unit_say_what_it_spans() -> None:
    page = typed(
        "---------------------------------------------------------------",
        "            :        Supply        :         Use          :",
        "  Year      :----------------------:----------------------: Price",
        "            : Stocks  Output Total :   Food   Seed  Total :",
        "---------------------------------------------------------------",
        "            : ------------- Million bushels ---------------  $/bu.",
        "2007/08     :    456   2,051 2,620 :    948     88  1,064 :  6.48",
        "2008/09     :    306   2,499 2,932 :    927     78  1,275 :  6.78",
        "2009/10 1/  :    657   2,218 2,984 :    919     69  1,018 :  4.87",
        "2010/11 2/  :    976   2,207 3,279 :    926     71  1,127 :  5.70",
        "---------------------------------------------------------------",
        size=8.0,
    ).page()
    regions = find_regions(page, (), SETTINGS)
    (table,) = read_tables([page], [()], [regions], SETTINGS)
    unit = "Million bushels"
    assert column_paths_of(table) == [
        ("Supply", "Stocks", unit),
        ("Supply", "Output", unit),
        ("Supply", "Total", unit),
        ("Use", "Food", unit),
        ("Use", "Seed", unit),
        ("Use", "Total", unit),
        ("Price", "$/bu."),
    ]
    assert row_paths(table) == [("2007/08",), ("2008/09",), ("2009/10",), ("2010/11",)]
