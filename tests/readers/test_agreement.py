"""Both readers see the same words, in the same places."""

from collections import Counter

import pytest

from statchunk.readers import read
from tests.corpus import corpus_file

FILES = [
    ("cpi/ons_example_cpi_may_2025.pdf", range(28, 31)),
    ("cpi/us_bls_cpi_2025-07.pdf", range(1, 4)),
    ("cpi/za_statssa_p0141_cpi_2023-05.pdf", range(5, 8)),
    ("cpi/gr_elstat_hicp_2025-07_en.pdf", range(1, 3)),
    ("labour/gr_elstat_lfs_2025Q1_en.pdf", range(8, 10)),
    ("gdp/il_cbs_main_indicators_2014_he.pdf", range(1, 2)),
    ("other-stats/br_conab_crop_2013_area.pdf", range(1, 2)),
]


@pytest.mark.corpus
@pytest.mark.parametrize(("name", "pages"), FILES)
def test_readers_agree(name: str, pages: range) -> None:
    path = corpus_file(f"corpus/{name}")
    first, second = read(path, pages=pages), read(path, pages=pages, reader="pdfplumber")
    words, others = (Counter((p.number, w.text) for p in r.pages for w in p.words) for r in (first, second))
    most = max(words.total(), others.total())
    assert most > 0
    assert (words & others).total() / most >= 0.99
    places = {(p.number, w.text, round(w.x0), round(w.baseline)) for p in second.pages for w in p.words}
    near = sum(
        any(
            (p.number, w.text, round(w.x0) + dx, round(w.baseline) + dy) in places
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
        )
        for p in first.pages
        for w in p.words
    )
    assert near / words.total() >= 0.99
