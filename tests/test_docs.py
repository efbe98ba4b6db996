import json
import re
from pathlib import Path

import pytest

from statchunk.evidence.schema import schemas

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_files_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (page.parent / target).exists()] == []


def test_schema_files_are_those_of_the_models() -> None:
    folder = ROOT / "docs" / "schema"
    written = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in folder.glob("*.json")}
    assert written == schemas(), "run `make schema`"
