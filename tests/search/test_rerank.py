"""A reranker of the user's own, named on the command line."""

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from statchunk.cli.main import program
from statchunk.embedding.fake import FakeEmbedder
from statchunk.errors import SettingsError
from statchunk.search.rerank import load_reranker
from statchunk.store import IndexWriter
from tests.store.made import prose

JUDGE = """
def fish(question, texts):
    return [float("fish" in text) for text in texts]

class Fish:
    score = staticmethod(fish)

made = Fish()
few = lambda question, texts: [1.0]
nothing = 3
"""


@pytest.fixture
def judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    name = f"judge_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(JUDGE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    with IndexWriter(tmp_path / "i", FakeEmbedder()) as writer:
        writer.put(*prose("Food prices rose by 2%. | The price of fish fell by 1%. | Prices of food fell.", 1))
    return name


@pytest.mark.parametrize("attribute", ["fish", "Fish", "made"])
def test_a_reranker_is_named_by_module_and_attribute(judge: str, attribute: str) -> None:
    assert load_reranker(f"{judge}:{attribute}").score("?", ["fish", "meat"]) == [1.0, 0.0]


def test_the_command_line_takes_a_reranker(judge: str, tmp_path: Path) -> None:
    settings = tmp_path / "s.toml"
    settings.write_text("[search]\nreranker = 5.0\n")
    arguments = ["search", "i", "How did food prices change?", "-f", "json", "--settings", str(settings)]
    plain = CliRunner().invoke(program(), arguments)
    judged = CliRunner().invoke(program(), [*arguments, "--rerank", f"{judge}:fish"])
    assert plain.exit_code == judged.exit_code == 0
    assert plain.output.index("Food prices rose") < plain.output.index("fish fell")
    assert judged.output.index("fish fell") < judged.output.index("Food prices rose")
    few = CliRunner().invoke(program(), [*arguments, "--rerank", f"{judge}:few"])
    assert "gave 1 scores for 3 texts" in str(few.exception)


@pytest.mark.parametrize("attribute", ["absent", "nothing"])
def test_what_is_no_reranker_is_said_so(judge: str, attribute: str) -> None:
    with pytest.raises(SettingsError, match="that scores texts"):
        load_reranker(f"{judge}:{attribute}")


@pytest.mark.parametrize("name", ["absent_module:score", "score", ":score"])
def test_a_name_that_leads_nowhere_is_refused(name: str) -> None:
    with pytest.raises(SettingsError, match="module"):
        load_reranker(name)
