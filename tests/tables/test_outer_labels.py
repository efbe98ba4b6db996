from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from statchunk import pipeline


@pytest.mark.parametrize("down", [0.0, 14.0, 21.0, 42.0], ids=["top", "second row", "middle", "bottom"])
def test_an_outer_label_holds_for_its_group_wherever_it_stands(tmp_path: Path, down: float) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(595, 842), invariant=True)
    canvas.setFont("Helvetica", 9)
    canvas.drawString(50, 822, "The figures in this section come from the annual survey of all units in the register.")
    canvas.drawString(50, 790, "Table 1. Arrivals by quarter, thousands")
    for x, head in ((50, "Year"), (120, "Quarter")):
        canvas.drawString(x, 770, head)
    for x, head in ((260, "Total"), (340, "Men"), (420, "Women")):
        canvas.drawRightString(x, 770, head)
    canvas.line(48, 765, 425, 765)
    for group, year in enumerate(("2022", "2023", "2024")):
        top = 752 - 56 * group
        canvas.drawString(50, top - down, year)
        for quarter in range(4):
            y = top - 14 * quarter
            canvas.drawString(120, y, f"Q{quarter + 1}")
            if (group, quarter) == (1, 2):
                canvas.setFont("Helvetica", 5)
                canvas.drawString(133, y + 3, "1")
                canvas.setFont("Helvetica", 9)
            for k, x in enumerate((260, 340, 420)):
                canvas.drawRightString(x, y, str(1000 + 100 * group + 10 * quarter + k))
    canvas.save()
    observations = pipeline.document(tmp_path / "a.pdf").observations
    assert {o.value_text: (o.row_path, o.period) for o in observations if o.column_path == ("Total",)} == {
        str(1000 + 100 * group + 10 * quarter): ((year, f"Q{quarter + 1}"), f"{year}-Q{quarter + 1}")
        for group, year in enumerate(("2022", "2023", "2024"))
        for quarter in range(4)
    }
