"""What stands around a table as printed: titles, explanations, notes and sources in unusual places."""

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from statchunk import pipeline
from statchunk.model.evidence import TableEvidence

PROSE = "The figures in this section are from the survey of all units, and not, as was the case, by or for the year."
XS = (260.0, 340.0, 420.0)


def opened(path: Path) -> Canvas:
    """A page of running text, by which its language and the size of its type are told."""
    canvas = Canvas(str(path), pagesize=(595, 842), invariant=True)
    canvas.setFont("Helvetica", 11)
    for row in range(6):
        canvas.drawString(50, 800 - 15 * row, PROSE)
        canvas.drawString(50, 300 - 15 * row, PROSE)
    return canvas


def table_of(path: Path) -> TableEvidence:
    (table,) = [e for e in pipeline.document(path).evidence if isinstance(e, TableEvidence)]
    return table


def body(
    canvas: Canvas,
    top: float,
    heads: tuple[str, ...],
    labels: tuple[str, ...] = ("Kept", "Sold", "Lost"),
    white: float = 0.0,
) -> None:
    canvas.setFont("Helvetica", 9)
    canvas.line(50, top + white, 425, top + white)
    for x, head in zip(XS, heads, strict=True):
        canvas.drawRightString(x, top - 12, head)
    canvas.line(50, top - 16, 425, top - 16)
    for row, label in enumerate(labels):
        canvas.drawString(52, top - 28 - 13 * row, label)
        for k, x in enumerate(XS):
            canvas.drawRightString(x, top - 28 - 13 * row, f"{10 + 3 * row + 7 * k}.{k}")
    canvas.line(50, top - 34 - 13 * (len(labels) - 1), 425, top - 34 - 13 * (len(labels) - 1))


def test_a_paragraph_in_small_type_between_a_caption_and_its_table_explains_it(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.drawString(120, 650, "Table 1: Reactions of households to losses")
    canvas.setFont("Helvetica", 9)
    for row, line in enumerate(
        (
            "This table gives the number and the share of respondents who gave the answer named to the question",
            "what they did with what they owned when it had lost in value, and besides the loss on average and",
            "the part of all that the household owned which was lost on average, as far as it was reported.",
        )
    ):
        canvas.drawString(52, 639 - 11 * row, line)
    body(canvas, 612, ("Freq.", "Mean", "Fraction"))
    canvas.save()
    table = table_of(tmp_path / "a.pdf")
    assert table.caption == "Table 1: Reactions of households to losses"
    assert (table.headnote or "").startswith("This table gives the number")


def test_a_title_over_a_table_whose_label_stands_under_it(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.setFont("Helvetica-Bold", 8)
    canvas.drawString(50, 640, "Correlation of the first(1)* differences for selected countries")
    body(canvas, 636, ("Portugal", "Greece", "Spain"), ("Q4 2009", "Q1 2010**", "Q2 2010"))
    canvas.setFont("Helvetica", 8)
    canvas.drawString(50, 566, "Source: Exchange (own computations); data of the quarters; * the series are of")
    canvas.drawString(50, 556, "order one. ** Computed from the first two months, as the third was not yet known")
    canvas.drawString(50, 546, "when this report went to press.")
    canvas.setFont("Helvetica-Bold", 8)
    canvas.drawString(50, 530, "Table 2")
    canvas.save()
    table = table_of(tmp_path / "a.pdf")
    assert table.label == "Table 2"
    assert "Correlation of the first(1)* differences" in (table.caption or "")
    assert table.source == "Source: Exchange (own computations); data of the quarters"
    assert [note.mark for note in table.notes] == ["*", "**"]
    cells = {o.row_path: len(o.footnotes) for o in pipeline.document(tmp_path / "a.pdf").observations}
    assert cells == {("Q4 2009",): 1, ("Q1 2010",): 2, ("Q2 2010",): 1}


def test_lines_in_italics_around_the_source_are_notes(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.setFont("Helvetica-Bold", 11)
    canvas.drawString(120, 640, "Table 6: Turnover by type of store")
    body(canvas, 632, ("large", "medium", "others*"))
    canvas.setFont("Helvetica-Oblique", 11)
    for row, line in enumerate(
        (
            "These figures are for percentages of the turnover of all stores",
            "* small shops and kiosks",
            "Source: Handbook of retailing, second edition.",
            "Definitions: large stores have more than 2,500 square metres, medium ones fewer.",
        )
    ):
        canvas.drawString(50, 556 - 13 * row, line)
    canvas.save()
    table = table_of(tmp_path / "a.pdf")
    assert table.source == "Source: Handbook of retailing, second edition."
    assert [(note.mark, note.text.split()[0]) for note in table.notes] == [
        (None, "These"),
        ("*", "small"),
        (None, "Definitions:"),
    ]


def test_texts_over_the_two_ends_of_a_table_are_no_subtitle(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.setFont("Helvetica-Bold", 11)
    canvas.drawCentredString(237, 660, "Table 4. Comparison of two indices of prices")
    canvas.setFont("Helvetica-Oblique", 8)
    canvas.drawString(50, 640, "Harmonized index, all goods and services")
    canvas.drawRightString(425, 640, "National index, all goods and services")
    body(canvas, 634, ("Level", "Rate", "Rate"))
    canvas.save()
    table = table_of(tmp_path / "a.pdf")
    assert table.caption == "Table 4. Comparison of two indices of prices"
    assert "Harmonized index" in (table.headnote or "")
    assert "1 of 3 columns bear the heads of others" in table.reasons


def test_the_head_of_a_stub_that_counts_is_no_unit_of_the_figures(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.setFont("Helvetica-Bold", 11)
    canvas.drawString(120, 640, "Table 2: Literacy")
    body(canvas, 632, ("Freq.", "Percent", "Cum."), ("0", "1", "2"))
    canvas.drawString(52, 620, "no. of correct answers")
    canvas.save()
    units = {o.column_path[-1]: o.unit for o in pipeline.document(tmp_path / "a.pdf").observations}
    assert units["Percent"] == "%"
    assert units["Cum."] is None


def test_a_text_repeated_under_several_tables_is_a_note_of_each(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    for number, top in ((1, 640), (2, 480)):
        canvas.setFont("Helvetica-Bold", 9)
        canvas.drawString(120, top, f"Table {number}. Permits by region")
        body(canvas, top - 8, ("Total", "Private", "Public"))
        canvas.setFont("Helvetica", 9)
        canvas.drawString(50, top - 85, "It should be borne in mind that permits do not tell when the work will begin.")
    canvas.save()
    tables = [e for e in pipeline.document(tmp_path / "a.pdf").evidence if isinstance(e, TableEvidence)]
    assert [[note.text[:9] for note in table.notes] for table in tables] == [["It should"], ["It should"]]


def test_a_title_over_a_day_that_stands_beside_its_name(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.setFont("Helvetica-Bold", 11)
    canvas.drawCentredString(237, 660, "EXTREME PRICES OF SOME COMMODITIES")
    canvas.drawString(120, 643, "WEEK ENDING:")
    canvas.drawString(260, 643, "APRIL-4-2009")
    canvas.setFont("Helvetica", 6)
    canvas.drawString(400, 640, "`")
    body(canvas, 634, ("Total", "High", "Low"))
    canvas.save()
    assert "EXTREME PRICES OF SOME COMMODITIES" in (table_of(tmp_path / "a.pdf").caption or "")


def test_keys_of_symbols_side_by_side_are_notes(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(120, 640, "Table 1. Prices by region")
    body(canvas, 632, ("Total", "High", "Low"))
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(50, 562, "N/A : NOT AVAILABLE")
    canvas.drawString(260, 562, "NR : NOT REPORTED")
    canvas.save()
    assert [note.text for note in table_of(tmp_path / "a.pdf").notes] == ["N/A : NOT AVAILABLE", "NR : NOT REPORTED"]


def test_a_title_over_heads_that_stand_low_under_their_rule(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.setFont("Helvetica-Bold", 11)
    canvas.drawString(50, 676, "SUMMARY OF CONFIRMED CASES:")
    body(canvas, 634, ("Total", "Men", "Women"), white=24)
    canvas.save()
    assert table_of(tmp_path / "a.pdf").caption == "SUMMARY OF CONFIRMED CASES:"


def test_an_appendix_over_the_title_of_its_first_table_is_a_heading(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.setFont("Helvetica-Bold", 11)
    canvas.drawString(50, 668, "Appendix 1 - Summary of the analysis")
    canvas.drawString(50, 642, "Number of companies that applied the rule")
    body(canvas, 634, ("Total", "Large", "Small"))
    canvas.save()
    assert table_of(tmp_path / "a.pdf").caption == "Number of companies that applied the rule"
    headings = [e.text for e in pipeline.document(tmp_path / "a.pdf").evidence if e.kind == "heading"]
    assert headings == ["Appendix 1 - Summary of the analysis"]


def test_a_bold_title_right_over_a_plain_subtitle_is_in_the_caption(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.setFont("Helvetica-Bold", 11)
    canvas.drawString(50, 650, "Prices and wages of all households")
    canvas.setFont("Helvetica", 11)
    canvas.drawString(50, 638, "changes in %, base 100 in 2015")
    body(canvas, 612, ("Jan 2025", "Feb 2025", "Mar 2025"))
    canvas.save()
    assert table_of(tmp_path / "a.pdf").caption == "Prices and wages of all households changes in %, base 100 in 2015"


def test_numbered_lines_whose_numbers_are_raised_in_the_table_are_its_notes(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.drawString(50, 640, "Table 1: Prices")
    body(canvas, 612, ("2023", "2024", "2025"), ("", "Sold", "Lost"))
    text = canvas.beginText(52, 584)
    text.setFont("Helvetica", 9)
    text.textOut("Kept")
    text.setFont("Helvetica", 6)
    text.setRise(3.5)
    text.textOut("1")
    canvas.drawText(text)
    canvas.setFont("Helvetica", 11)
    canvas.drawString(50, 540, "1. Weights of the basket at the prices of April.")
    canvas.save()
    table = table_of(tmp_path / "a.pdf")
    assert [note.mark for note in table.notes] == ["1"]


def test_a_sentence_before_a_table_gives_the_unit_of_its_figures(tmp_path: Path) -> None:
    canvas = opened(tmp_path / "a.pdf")
    canvas.drawString(50, 660, "Output rose over the year. Unless stated otherwise, figures are in millions of euros.")
    canvas.setFont("Helvetica-Bold", 11)
    canvas.drawString(50, 630, "Output of households")
    body(canvas, 612, ("2023", "2024", "2025"))
    canvas.save()
    assert table_of(tmp_path / "a.pdf").unit == "millions of euros"
