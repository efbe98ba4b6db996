"""What is made without validation is what validation would have made."""

from pydantic import BaseModel

from statchunk import pipeline
from statchunk.box import Box
from statchunk.model.evidence import Cell, Document, TableEvidence
from statchunk.model.trusted import trusted, varied
from tests.conftest import DrawRelease


def made_by_the_thousand(document: Document) -> list[BaseModel]:
    tables = [item for item in document.evidence if isinstance(item, TableEvidence)]
    return [*document.observations, *(part for table in tables for part in (*table.rows, *table.columns, *table.cells))]


def test_every_cell_and_figure_of_a_release_passes_validation(draw_release: DrawRelease) -> None:
    path, _ = draw_release("norvale_cpi_2026-03")
    made = made_by_the_thousand(pipeline.document(path))
    assert len(made) > 500
    for model in made:
        validated = type(model).model_validate(dict(model), strict=True)
        assert validated == model
        assert validated.model_dump_json() == model.model_dump_json()


def test_a_model_made_so_is_frozen_and_copied_as_others() -> None:
    box = Box(1.0, 2.0, 3.0, 4.0)
    cell = trusted(Cell, {"row": 0, "column": 1, "text": "3.5", "page": 2, "bbox": box, "marks": ()})
    usual = Cell(row=0, column=1, text="3.5", page=2, bbox=box)
    assert cell == usual
    assert hash(cell) == hash(usual)
    assert cell.model_copy(update={"row": 5}).row == 5
    assert varied(cell, {"text": "4.1"}).text == "4.1"
    assert cell.text == "3.5"
