import pytest

from statchunk.readers import read
from tests.corpus import corpus_file


@pytest.mark.corpus
def test_tags_name_words_and_alternative_texts() -> None:
    release = read(corpus_file("corpus/cpi/gr_elstat_hicp_2025-07_en.pdf"), pages=range(1, 4))
    assert release.information.language == "el"
    tags = [tag for page in release.pages for tag in page.tags]
    assert {"P", "Table"} <= {tag.role for tag in tags}
    for page in release.pages:
        known = {word.order for word in (*page.words, *page.hidden_words)}
        assert all(set(tag.words) <= known for tag in page.tags)
    assert any(image.alt for page in release.pages for image in page.images)
