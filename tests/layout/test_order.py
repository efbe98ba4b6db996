from statchunk.model.layout import TableRegion
from statchunk.model.page import Path, Rect
from tests.layout.words import Sheet, blocks_of, text_of, written


def test_two_columns_are_read_one_after_the_other() -> None:
    sheet = Sheet()
    sheet.put("A title over both columns of the page", 72, 60, size=16, bold=True)
    sheet.put_lines(["first column one", "first column two", "first column three"], 72, 100)
    sheet.put_lines(["second column one", "second column two", "second column three"], 320, 100)
    texts = [text_of(block) for block in blocks_of(sheet)]
    assert texts == [
        "A title over both columns of the page",
        "first column one first column two first column three",
        "second column one second column two second column three",
    ]


def test_head_under_two_columns_opens_what_follows_it() -> None:
    sheet = Sheet()
    sheet.put_lines(["left one of it", "left two of it", "left three of it"], 72, 100)
    sheet.put_lines(["right one of it", "right two of it", "right three of it"], 320, 100)
    sheet.put("Results", 72, 160, bold=True, size=13)
    sheet.prose(72, 180, width=450)
    texts = [text_of(block) for block in blocks_of(sheet)]
    assert texts.index("Results") == len(texts) - 2


def test_heads_in_the_margin_are_read_before_their_text() -> None:
    sheet = Sheet()
    sheet.put("Base", 72, 100, bold=True)
    sheet.prose(200, 100, width=320)
    sheet.put("Coverage", 72, 170, bold=True)
    sheet.put("of items", 72, 182, bold=True)
    sheet.prose(200, 170, width=320)
    blocks = blocks_of(sheet)
    assert [block.kind for block in blocks] == ["heading", "paragraph", "heading", "paragraph"]
    assert written(blocks, "heading") == ["Base", "Coverage of items"]
    assert {block.level for block in blocks if block.kind == "heading"} == {1}


def test_hyphen_at_a_line_end_stays_with_its_paragraph() -> None:
    sheet = Sheet()
    sheet.put_lines(["The index of con-", "sumer prices rose in", "the month of May."], 72, 100)
    assert written(blocks_of(sheet), "paragraph") == ["The index of con- sumer prices rose in the month of May."]


def test_paragraph_over_a_page_break_goes_on() -> None:
    first, second = Sheet(), Sheet()
    first.put_lines(["Prices rose in most groups of", "items that households buy and"], 72, 100)
    second.put_lines(["fell in the others, as they did", "in the month before it."], 72, 100)
    assert [block.continues for block in blocks_of(first, second)] == [False, True]


def test_drawing_takes_its_axis_labels_and_leaves_its_caption() -> None:
    sheet = Sheet()
    sheet.prose(72, 80)
    sheet.put("Figure 1. Annual rate", 72, 160, bold=True)
    for step in range(6):
        sheet.paths.append(Path(100 + 40 * step, 200 + 7 * step, 140 + 40 * step, 230 + 7 * step, None, 0))
        sheet.put(str(10 - 2 * step), 84, 190 + 20 * step, size=8)
        sheet.put(str(2020 + step), 105 + 40 * step, 300, size=8)
    sheet.rects.append(Rect(96, 180, 350, 290, None, 0))
    sheet.put("Source: National office", 72, 330, size=8)
    sheet.prose(72, 360)
    blocks = blocks_of(sheet)
    kinds = [block.kind for block in blocks]
    assert kinds == ["paragraph", "caption", "figure", "source", "paragraph"]
    assert blocks[1].target == blocks[3].target == 2
    assert len(blocks[2].words) == 12


def test_key_figures_are_panels() -> None:
    sheet = Sheet()
    sheet.prose(72, 80, lines=6)
    for column, (figure, name) in enumerate([("3.5%", "Inflation rate"), ("4.1%", "Unemployment rate")]):
        sheet.put(figure, 72 + 200 * column, 220, size=24, bold=True)
        sheet.put(name, 72 + 200 * column, 236, size=10)
    blocks = blocks_of(sheet)
    assert written(blocks, "panel") == ["3.5% Inflation rate", "4.1% Unemployment rate"]


def test_text_in_a_drawn_box_is_ordinary_text() -> None:
    sheet = Sheet()
    sheet.prose(72, 80)
    sheet.rects.append(Rect(70, 150, 400, 260, 0xEEEEEE, 0))
    sheet.put("Correction", 80, 170, bold=True)
    sheet.prose(80, 190)
    sheet.prose(72, 300)
    assert [block.kind for block in blocks_of(sheet)] == ["paragraph", "heading", "paragraph", "paragraph"]


def test_columns_of_a_right_to_left_page_are_read_from_the_right() -> None:
    sheet = Sheet()
    sheet.put_lines(["שלוש שתים אחת", "שש חמש ארבע", "תשע שמונה שבע"], 320, 100)
    sheet.put_lines(["מאה תשעים שמונים", "מיליון אלף מאתים", "אחרון לפני שורה"], 72, 100)
    assert [text_of(block)[:3] for block in blocks_of(sheet)] == ["אחת", "שמו"]


def test_hanging_notes_without_marks_part_where_a_line_stands_out() -> None:
    sheet = Sheet()
    sheet.prose(72, 60, lines=6)
    after = sheet.table(72, 160)
    sheet.put("1", 72, after - 2, size=5, rise=1)
    sheet.put("Indexes are estimates and subject to", 76, after, size=8)
    sheet.put("four revisions.", 80, after + 9, size=8)
    sheet.put("Indexes are issued each month of the", 72, after + 18, size=8)
    sheet.put("year.", 80, after + 27, size=8)
    assert [text[:12] for text in written(blocks_of(sheet), "note")] == ["1 Indexes ar", "Indexes are "]


def test_region_inside_a_chart_is_part_of_the_chart() -> None:
    sheet = Sheet()
    sheet.prose(72, 80)
    for step in range(6):
        sheet.paths.append(Path(100 + 40 * step, 200 + 7 * step, 140 + 40 * step, 230 + 7 * step, None, 0))
        sheet.put(str(2020 + step), 105 + 40 * step, 300, size=8)
    sheet.rects.append(Rect(90, 180, 360, 320, None, 0))
    sheet.regions.append(TableRegion(1, 100, 290, 350, 305, "rule-less", 0.4, "figures in columns"))
    assert [block.kind for block in blocks_of(sheet)] == ["paragraph", "figure"]


def test_region_of_key_figures_is_a_panel() -> None:
    sheet = Sheet()
    sheet.prose(72, 80, lines=6)
    for row in range(3):
        sheet.put("Unemployment rate", 72, 220 + 30 * row, size=9)
        sheet.put(f"{row}.{row}%", 200, 220 + 30 * row, size=13)
    sheet.regions.append(TableRegion(1, 70, 205, 260, 300, "rule-less", 0.4, "figures in columns"))
    blocks = blocks_of(sheet)
    assert "table" not in [block.kind for block in blocks]
    assert any(block.kind == "panel" for block in blocks)
