"""A table that goes on over pages is one object; the caption that a page prints again is a small object of its own."""

import pytest

from statchunk import pipeline
from statchunk.model.evidence import TableEvidence
from tests.chunking.documents import WordCounter
from tests.conftest import DrawKind


@pytest.mark.parametrize("name", ["continued_with_heads", "continued_with_caption_only"])
def test_a_caption_printed_again_is_an_object_that_names_the_whole_table(name: str, draw_kind: DrawKind) -> None:
    path, drawn = draw_kind(name)
    release = pipeline.read(path)
    document = pipeline.understand(release)
    tables = [one for one in document.evidence if isinstance(one, TableEvidence)]
    assert [(one.page, one.continues is None) for one in tables] == [(1, True), (2, False)]
    whole, again = tables
    assert again.continues == whole.id
    assert (again.caption, again.caption_page) == (whole.caption, 2)
    assert (again.rows, again.columns, again.cells) == ((), (), ())
    assert len(whole.cells) == len(drawn.cells)
    assert whole.caption is not None
    assert whole.text.count(whole.caption) == 1
    assert [region.page for region in whole.regions] == [1, 2]
    assert pipeline.audit(release, document).passed
    assert {o.table_id for o in document.observations} == {whole.id}


def test_a_table_that_prints_no_caption_again_has_no_further_object(draw_kind: DrawKind) -> None:
    path, _ = draw_kind("continued_without_heads")
    tables = [one for one in pipeline.document(path).evidence if isinstance(one, TableEvidence)]
    assert [one.continues for one in tables] == [None]


@pytest.mark.parametrize("strategy", ["structure", "paragraphs", "page"])
def test_a_caption_printed_again_makes_no_chunk(strategy: str, draw_kind: DrawKind) -> None:
    path, _ = draw_kind("continued_with_heads")
    document = pipeline.document(path)
    again = {one.id for one in document.evidence if isinstance(one, TableEvidence) and one.continues}
    chunks = pipeline.chunk(document, strategy=strategy, counter=WordCounter())
    assert len(again) == 1
    assert not again & {own for chunk in chunks for own in chunk.evidence_ids}
