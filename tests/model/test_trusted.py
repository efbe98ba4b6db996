"""What is made without validation is what validation would have made."""

import sys

import pytest
from pydantic import BaseModel

from statchunk import pipeline
from statchunk.box import Box
from statchunk.model.evidence import Cell, Document, Observation, TableEvidence
from statchunk.model.trusted import blank_fields, trusted, varied
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


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="only CPython shares keys")
def test_fields_and_their_copies_share_their_keys() -> None:
    fields = blank_fields(Observation)
    apart = dict(fields.items())
    assert list(Observation.model_fields) == list(fields)
    for one in (fields, fields.copy(), fields | {"page": 3}):
        assert 2 * sys.getsizeof(one) < sys.getsizeof(apart)
