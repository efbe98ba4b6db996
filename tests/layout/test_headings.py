"""Headings and their ranks where neither numbers nor bookmarks tell them."""

from tests.layout.words import Sheet, blocks_of, text_of, written


def levels(*sheets: Sheet) -> list[tuple[str, int | None]]:
    return [(text_of(block), block.level) for block in blocks_of(*sheets) if block.kind == "heading"]


def _titled() -> Sheet:
    sheet = Sheet()
    sheet.put("Labour market statistics", 72, 60, size=20, bold=True)
    return sheet


def test_a_heading_smaller_than_running_text_stands_below_all_larger_ones_wherever_they_are() -> None:
    first = _titled()
    y = first.prose(72, 100, lines=6)
    first.put("Enquiries", 72, y + 20, size=9, bold=True)
    first.prose(72, y + 34, lines=2, size=9)
    second = Sheet()
    second.put("Employment", 72, 60, size=16, bold=True)
    y = second.prose(72, 90)
    second.put("Men and women", 72, y + 20, size=13, bold=True)
    second.prose(72, y + 40)
    assert levels(first, second) == [
        ("Labour market statistics", 0), ("Enquiries", 3), ("Employment", 1), ("Men and women", 2),
    ]  # fmt: skip


def test_a_word_with_its_letters_apart_is_set_in_capitals() -> None:
    first = _titled()
    first.put("METHODOLOGICAL NOTES", 72, 100, size=12, bold=True)
    first.prose(72, 120, lines=6)
    first.put("A N N E X", 72, 300, size=12, bold=True)
    first.prose(72, 320, lines=6)
    assert levels(first)[1:] == [("METHODOLOGICAL NOTES", 1), ("A N N E X", 1)]


def test_a_short_bold_line_with_a_colon_heads_the_lines_under_it_one_rank_lower() -> None:
    sheet = _titled()
    sheet.put("References", 72, 100, bold=True)
    y = sheet.prose(72, 114)
    sheet.put("Information on methods:", 72, y + 20, bold=True)
    sheet.put_lines(["Division of Prices", "Telephone 123 456"], 72, y + 32)
    sheet.prose(72, y + 80)
    assert levels(sheet)[1:] == [("References", 1), ("Information on methods:", 2)]


def test_a_bold_note_word_alone_heads_the_notes_of_its_table() -> None:
    sheet = _titled()
    sheet.put("Prices", 72, 100, size=14, bold=True)
    y = sheet.prose(72, 120)
    sheet.put("Table 1: Prices by group", 72, y + 20, bold=True)
    y = sheet.table(72, y + 40)
    sheet.put("Notes:", 72, y + 14, size=8, bold=True)
    sheet.put("1. Figures are rounded.", 84, y + 34, size=10)
    sheet.put("2. The base is 2015.", 84, y + 50, size=10)
    sheet.prose(72, y + 90, lines=6)
    blocks = blocks_of(sheet)
    assert written(blocks, "note") == ["1. Figures are rounded.", "2. The base is 2015."]
    (head,) = [block for block in blocks if text_of(block) == "Notes:"]
    assert (head.kind, head.level) == ("heading", 2)
    assert head.target is not None
    assert blocks[head.target].kind == "table"


def test_a_numbered_section_is_no_title_and_what_stands_over_it_a_heading() -> None:
    sheet = Sheet()
    sheet.put("2. BACKGROUND", 72, 60, size=14, bold=True)
    y = sheet.prose(72, 80)
    sheet.put("2.1 Regulations of the structural funds", 72, y + 20, size=11, bold=True)
    sheet.prose(72, y + 36)
    assert levels(sheet) == [("2. BACKGROUND", 1), ("2.1 Regulations of the structural funds", 2)]


def test_a_title_of_two_words_stands_over_longer_headings() -> None:
    sheet = Sheet()
    sheet.put("Historical Series", 72, 60, size=24, bold=True)
    sheet.put("Area of all planted trees", 72, 100, size=16, bold=True)
    sheet.prose(72, 120)
    assert levels(sheet) == [("Historical Series", 0), ("Area of all planted trees", 1)]
    sheet = Sheet()
    sheet.put("NEWS RELEASE", 72, 60, size=24, bold=True)
    sheet.put("Area of all planted trees", 72, 100, size=16, bold=True)
    sheet.prose(72, 120)
    assert levels(sheet) == [("Area of all planted trees", 0)]
