import json
from pathlib import Path

import jsonschema

from statchunk.evidence.schema import schemas
from tests.chunking.documents import document, table

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "schema"


def test_the_written_schemas_are_those_of_the_models() -> None:
    expected = schemas()
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(expected)
    for name, schema in expected.items():
        assert json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")) == schema


def test_what_is_printed_fits_its_schema() -> None:
    evidence, observations = table()
    made = document(evidence, observations=observations)
    known = schemas()
    jsonschema.validate(evidence.model_dump(mode="json", by_alias=True), known["evidence"])
    jsonschema.validate(observations[0].model_dump(mode="json", by_alias=True), known["observation"])
    jsonschema.validate(made.facts.model_dump(mode="json", by_alias=True), known["info"])
