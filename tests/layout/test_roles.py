from statchunk.model.page import OutlineItem, Path, Rect, Rule
from tests.layout.words import Sheet, blocks_of, text_of, written


def test_running_heads_and_page_numbers_are_furniture() -> None:
    sheets = []
    for number in range(1, 4):
        sheet = Sheet()
        sheet.put("Consumer prices, May 2025", 72, 40, size=8)
        sheet.prose(72, 100 + 10 * number)
        sheet.put(f"Page {number} of 3", 280, 810, size=8)
        sheets.append(sheet)
    blocks = blocks_of(*sheets)
    assert written(blocks, "furniture")[:2] == ["Consumer prices, May 2025", "Page 1 of 3"]
    assert len(written(blocks, "furniture")) == 6


def test_caption_that_repeats_over_pages_is_no_furniture() -> None:
    sheets = []
    for _ in range(3):
        sheet = Sheet()
        sheet.put("Table 2. Prices by group", 72, 40, bold=True, size=9)
        sheet.table(72, 70)
        sheets.append(sheet)
    blocks = blocks_of(*sheets)
    assert written(blocks, "caption") == ["Table 2. Prices by group"] * 3
    assert written(blocks, "furniture") == []


def test_lone_mark_of_a_continued_table_is_furniture() -> None:
    sheet = Sheet()
    sheet.put("Table 2. Prices by group", 72, 60, bold=True)
    sheet.put("(continued)", 72, 75)
    sheet.table(72, 100)
    assert written(blocks_of(sheet), "furniture") == ["(continued)"]


def test_caption_headnote_source_and_notes_find_their_table() -> None:
    sheet = Sheet()
    sheet.prose(72, 80, lines=6)
    sheet.put("Table 1: Employed persons", 72, 180, bold=True)
    sheet.put("(In thousands)", 72, 194, italic=True, size=9)
    after = sheet.table(72, 215)
    sheet.put("1", 72, after - 2, size=5, rise=1)
    sheet.put("Aged 15 to 74 years.", 78, after, size=8)
    sheet.put("2", 72, after + 8, size=5, rise=1)
    sheet.put("Provisional.", 78, after + 10, size=8)
    sheet.put("Note: Totals may not add up.", 72, after + 20, size=8)
    sheet.put("Source: Labour Force Survey", 72, after + 30, size=8)
    sheet.prose(72, after + 70, lines=6)
    blocks = blocks_of(sheet)
    assert [block.kind for block in blocks] == [
        "paragraph", "caption", "headnote", "table", "note", "note", "note", "source", "paragraph",
    ]  # fmt: skip
    assert [block.target for block in blocks] == [None, 3, 3, None, 3, 3, 3, 3, None]


def test_what_a_sign_stands_for_is_a_note_of_its_own_under_a_note() -> None:
    sheet = Sheet()
    sheet.put("Table 1. Real product", 72, 100, bold=True)
    after = sheet.table(72, 120)
    sheet.put("Note: Includes energy used by the power sector for its own plants and waste,", 72, after, size=8)
    sheet.put("not biomass", 72, after + 10, size=8)
    sheet.put("- = no data available", 72, after + 20, size=8)
    sheet.put("SAAR = Seasonally-adjusted annual rate", 72, after + 30, size=8)
    notes = [text_of(block) for block in blocks_of(sheet) if block.kind == "note"]
    assert [text.split()[0] for text in notes] == ["Note:", "-", "SAAR"]


def test_long_headnote_in_brackets_does_not_part_a_caption_from_its_table() -> None:
    sheet = Sheet()
    sheet.put("Table 1. Employed persons", 72, 100, bold=True)
    sheet.put(
        "[In thousands (1,062 represents 1,062,000) for the year ending in December and based on a programme", 72, 114
    )
    sheet.put(
        "of uniform reports that represents the returns of all agencies which sent them in by the end of it", 72, 125
    )
    sheet.put(
        "and of some that were estimated; persons may be counted more than once in it in some of the cases,", 72, 136
    )
    sheet.put("see the text of this section and its source]", 72, 147)
    sheet.table(72, 165)
    blocks = blocks_of(sheet)
    assert [block.kind for block in blocks] == ["caption", "headnote", "table"]
    assert [block.target for block in blocks] == [2, 2, None]


def test_title_without_a_label_is_the_caption_of_the_table_below() -> None:
    sheet = Sheet()
    sheet.prose(72, 80, lines=6)
    sheet.put("Prices by group of items", 110, 180, bold=True)
    sheet.table(72, 200)
    blocks = blocks_of(sheet)
    assert written(blocks, "caption") == ["Prices by group of items"]


def test_large_letter_joins_the_title_beside_it() -> None:
    sheet = Sheet()
    sheet.put("B", 72, 80, size=28, bold=True)
    sheet.put("Detailed figures by division", 100, 70, bold=True, size=11)
    sheet.table(72, 110)
    sheet.prose(72, 200, lines=8)
    assert written(blocks_of(sheet), "caption") == ["B Detailed figures by division"]


def test_sentence_that_opens_with_a_table_number_is_text() -> None:
    sheet = Sheet()
    sheet.prose(72, 80)
    sheet.put_lines(["Table 3 presents the prices of all groups", "in the month and the year."], 72, 160)
    sheet.prose(72, 220)
    assert written(blocks_of(sheet), "caption") == []


def test_notes_in_two_columns_are_each_a_block() -> None:
    sheet = Sheet()
    sheet.prose(72, 60, width=450, lines=6)
    after = sheet.table(72, 160)
    for column, marks in ((72, "12"), (310, "34")):
        baseline = after + 6
        for mark in marks:
            sheet.put(mark, column, baseline, size=7)
            sheet.put("A note on the figures above that is", column + 7, baseline, size=7)
            sheet.put("longer than one line of it.", column + 7, baseline + 8, size=7)
            baseline += 16
    notes = [block for block in blocks_of(sheet) if block.kind == "note"]
    assert [text_of(block)[0] for block in notes] == ["1", "2", "3", "4"]
    assert {block.target for block in notes} == {1}


def test_notes_at_the_foot_find_the_table_that_bears_their_mark() -> None:
    sheet = Sheet()
    sheet.put("Table 1. Prices", 72, 60, bold=True)
    sheet.put("(1)", 150, 56, size=6, rise=1)
    sheet.table(72, 80)
    sheet.prose(72, 160, lines=10)
    sheet.rules.append(Rule(72, 700, 180, 700.5, 0.5, 0))
    sheet.put("(1)", 72, 716, size=5, rise=1)
    sheet.put("Definitions are at the end.", 84, 720, size=8)
    blocks = blocks_of(sheet)
    note = next(block for block in blocks if block.kind == "note")
    assert note.target is not None
    assert blocks[note.target].kind == "table"


def test_notes_run_in_on_one_line_are_parted() -> None:
    sheet = Sheet()
    sheet.prose(72, 60, lines=6)
    after = sheet.table(72, 160)
    x = sheet.put("- Represents zero.", 72, after, size=6) + 3
    sheet.put("1", x, after - 2, size=4, rise=1)
    x = sheet.put("Except fraud.", x + 3, after, size=6) + 3
    sheet.put("2", x, after - 2, size=4, rise=1)
    sheet.put("Estimated.", x + 3, after, size=6)
    assert written(blocks_of(sheet), "note") == ["- Represents zero.", "1 Except fraud.", "2 Estimated."]


def test_list_items_keep_their_wrapped_lines() -> None:
    sheet = Sheet()
    sheet.prose(72, 80)
    baseline = 150.0
    for text in ("prices of food rose in", "prices of fuel fell in"):
        sheet.put("•", 80, baseline)
        sheet.put(text, 95, baseline)
        sheet.put("the month of May", 95, baseline + 12)
        baseline += 24
    found = next(block for block in blocks_of(sheet) if block.kind == "list")
    assert [" ".join(word.text for word in item) for item in found.items] == [
        "• prices of food rose in the month of May",
        "• prices of fuel fell in the month of May",
    ]


def test_contents_list_has_an_item_for_each_entry() -> None:
    sheet = Sheet()
    sheet.put("Contents", 72, 80, size=14, bold=True)
    for row, (title, page) in enumerate([("1. Main points", "3"), ("2. Prices", "5"), ("3. Glossary", "9")]):
        end = sheet.put(title + " ........", 72, 110 + 16 * row)
        sheet.put(page, max(end + 60, 400), 110 + 16 * row)
    blocks = blocks_of(sheet)
    assert [block.kind for block in blocks] == ["heading", "contents"]
    assert [item[-1].text for item in blocks[1].items] == ["3", "5", "9"]


def test_levels_follow_how_headings_are_set() -> None:
    sheet = Sheet()
    sheet.put("Consumer prices in May", 72, 60, size=20, bold=True)
    baseline = 90.0
    for text, size in (("Main points", 14), ("Food", 11), ("Fuel", 11), ("Glossary", 14), ("Index", 11)):
        sheet.put(text, 72, baseline, size=size, bold=True)
        baseline = sheet.prose(72, baseline + 20) + 20
    headings = [block for block in blocks_of(sheet) if block.kind == "heading"]
    assert [block.level for block in headings] == [0, 1, 2, 2, 1, 2]


def test_levels_follow_decimal_numbers() -> None:
    sheet = Sheet()
    baseline = 60.0
    for text in ("1. Results", "1.1 Food", "1.1.1 Bread", "2. Methods"):
        sheet.put(text, 72, baseline, bold=True)
        baseline = sheet.prose(72, baseline + 20) + 20
    headings = [block for block in blocks_of(sheet) if block.kind == "heading"]
    assert [block.level for block in headings if block.level != 0] == [1, 2, 3, 1][-len(headings) :]


def test_bookmarks_name_headings_that_are_set_like_text() -> None:
    sheet = Sheet()
    sheet.prose(72, 60)
    sheet.put("Quality and methods", 72, 140)
    sheet.prose(72, 170)
    blocks = blocks_of(sheet, outline=[OutlineItem("Quality and methods", 1, 1, None)])
    assert written(blocks, "heading") == ["Quality and methods"]


def test_page_without_words_has_no_blocks() -> None:
    assert blocks_of(Sheet()) == []


def test_continued_at_the_end_of_a_caption_stands_apart() -> None:
    sheet = Sheet()
    sheet.prose(72, 60, lines=6)
    sheet.put("Table 2. Prices by group — Continued", 72, 160, bold=True)
    sheet.table(72, 180)
    blocks = blocks_of(sheet)
    assert written(blocks, "caption") == ["Table 2. Prices by group"]
    assert written(blocks, "furniture") == ["— Continued"]


def test_bullets_may_be_drawn() -> None:
    sheet = Sheet()
    sheet.prose(72, 80)
    for row, text in enumerate(("prices of food rose", "prices of fuel fell")):
        sheet.put(text, 95, 150 + 14 * row)
        sheet.paths.append(Path(84, 144 + 14 * row, 88, 148 + 14 * row, 0, None))
    found = next(block for block in blocks_of(sheet) if block.kind == "list")
    assert len(found.items) == 2


def test_a_date_is_no_heading() -> None:
    sheet = Sheet()
    sheet.put("Consumer prices in the region", 50, 60, size=18, bold=True)
    sheet.put("28 May 2026", 400, 90, bold=True)
    sheet.put("Main points", 50, 130, size=13, bold=True)
    sheet.prose(50, 150)
    assert written(blocks_of(sheet), "heading") == ["Consumer prices in the region", "Main points"]


def test_symbols_explained_under_a_table_are_notes() -> None:
    sheet = Sheet()
    sheet.prose(50, 60, lines=6)
    below = sheet.table(50, 180)
    sheet.put("NA: not available", 50, below + 10, bold=True)
    blocks = blocks_of(sheet)
    assert written(blocks, "note") == ["NA: not available"]


def test_a_telephone_number_is_no_key_figure() -> None:
    sheet = Sheet()
    sheet.prose(50, 200)
    sheet.put("New freephone number", 50, 80)
    sheet.put("00 800 6 7 8 9 10 11", 50, 98, size=15, bold=True)
    assert not written(blocks_of(sheet), "panel")


def test_notes_in_the_size_of_the_text_are_told_by_marks_that_the_table_bears() -> None:
    sheet = Sheet()
    sheet.put("Table 1. Coal", 72, 60, bold=True)
    bottom = sheet.table(72, 90)
    sheet.put("(a)", 130, 104)
    sheet.put("(b)", 130, 118)
    sheet.put("(a) Waste coal is left out of this total.", 72, bottom + 16)
    sheet.put("(b) Coal for heat and power by plants.", 72, bottom + 29)
    assert written(blocks_of(sheet), "note") == [
        "(a) Waste coal is left out of this total.",
        "(b) Coal for heat and power by plants.",
    ]


def drawn_chart(sheet: Sheet, top: float) -> None:
    """A curve over labels of its axes."""
    sheet.paths.append(Path(100, top, 400, top + 150, None, 0))
    for step, name in enumerate(("40", "30", "20", "10")):
        sheet.put(name, 80, top + 30 + 35 * step, size=7)
    for step, year in enumerate(("2021", "2022", "2023")):
        sheet.put(year, 120 + 90 * step, top + 160, size=7)


def test_the_bold_first_line_inside_a_drawing_is_its_caption() -> None:
    sheet = Sheet()
    sheet.prose(72, 80, lines=6)
    drawn_chart(sheet, 200)
    sheet.put("Coal consumption by sector", 110, 210, bold=True, size=9)
    blocks = blocks_of(sheet)
    assert written(blocks, "caption") == ["Coal consumption by sector"]
    (figure,) = [block for block in blocks if block.kind == "figure"]
    assert "Coal" not in text_of(figure)


def test_the_topmost_label_of_an_axis_is_no_subtitle() -> None:
    sheet = Sheet()
    sheet.prose(72, 80, lines=6)
    sheet.put("Graph 1: Balance of the government (million euro)", 72, 190, bold=True)
    drawn_chart(sheet, 216)
    sheet.put("6000", 76, 205, size=7)
    blocks = blocks_of(sheet)
    assert written(blocks, "caption") == ["Graph 1: Balance of the government (million euro)"]
    assert [block.kind for block in blocks] == ["paragraph", "caption", "figure"]


def test_a_legend_beside_a_drawing_in_one_frame_belongs_to_it() -> None:
    sheet = Sheet()
    y = sheet.prose(50, 60, lines=6, width=480)
    top = y + 40
    sheet.rects.append(Rect(50, top, 550, top + 330, 0xFFFFFF, None))
    sheet.rects.append(Rect(90, top + 20, 380, top + 215, 0xFFFFFF, None))  # of the plot inside
    for step in range(6):
        sheet.rules.append(Rule(90, top + 30 + 36 * step, 380, top + 30 + 36 * step, 0.5, 0xCCCCCC))
        sheet.put(str(40 - 8 * step), 70, top + 33 + 36 * step, size=8)
    for bar in range(8):
        sheet.rects.append(Rect(100 + 35 * bar, top + 60 + 9 * bar, 120 + 35 * bar, top + 210, 0x3366AA, None))
    for row, name in enumerate(("Highly skilled", "Low skilled", "Elementary occupations")):
        sheet.put(name, 440, top + 60 + 50 * row, size=9)
    sheet.prose(50, top + 360, lines=6, width=480)
    blocks = blocks_of(sheet)
    (figure,) = [block for block in blocks if block.kind == "figure"]
    assert "Elementary occupations" in text_of(figure)
    assert len(written(blocks, "paragraph")) == 2


def test_lines_that_hang_under_the_text_of_a_note_at_the_foot_go_on_with_it() -> None:
    sheet = Sheet()
    sheet.prose(50, 60, lines=30, width=480)
    sheet.rules.append(Rule(50, 740, 190, 740, 0.5, 0))
    sheet.put("(", 50, 756, size=9)
    sheet.put("1", 54.5, 752, size=6, rise=1, glued=True)
    sheet.put(")", 57.5, 756, size=9, glued=True)
    end = sheet.put("Member countries:", 90, 756, size=9, bold=True)
    sheet.put("Belgium, Germany, Greece, Spain, France.", end + 3, 756, size=9)
    end = sheet.put("Candidate countries:", 90, 767, size=9, bold=True)
    sheet.put("Bulgaria, Romania and Turkey.", end + 3, 767, size=9)
    assert written(blocks_of(sheet), "note") == [
        "( 1 ) Member countries: Belgium, Germany, Greece, Spain, France. "
        "Candidate countries: Bulgaria, Romania and Turkey."
    ]
