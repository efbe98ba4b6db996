"""Each fault is one line that says what and what to do, and leaves neither half an output nor a lost input."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from statchunk.cli.main import program
from statchunk.errors import MissingExtraError, PasswordError, SettingsError, StatchunkError
from tests.readers.drawing import draw, text

FULL = Path("/dev/full")
NO_ROOM = "No space left on device; make room there, or name another place"
needs_full = pytest.mark.skipif(not FULL.exists(), reason="a device that is always full is a thing of Linux")


@pytest.fixture
def release(tmp_path: Path) -> Path:
    return draw(tmp_path / "a.pdf", text(50, 200, "Prices rose by 3.4 per cent in April."))


@pytest.fixture
def index(release: Path, tmp_path: Path) -> Path:
    assert run("index", release, "--into", tmp_path / "i", "--model", "fake", "-w", "0").exit_code == 0
    return tmp_path / "i"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(program(), [str(argument) for argument in arguments])


def refusal(kind: type[StatchunkError], *arguments: object) -> str:
    """What an error of this kind says."""
    error = run(*arguments).exception
    assert isinstance(error, kind), error
    assert "\n" not in str(error)
    return str(error)


def complaint(*arguments: object, onto: Path | None = None, **variables: str) -> str:
    """What the program says on standard error when it ends with code 1, in a process of its own."""
    command = [sys.executable, "-c", "from statchunk.cli.start import main; main()", *map(str, arguments)]
    with Path(onto or os.devnull).open("w") as out:
        done = subprocess.run(
            command, stdout=out, stderr=subprocess.PIPE, encoding="utf-8", env={**os.environ, **variables}
        )
    assert done.returncode == 1, done.stderr
    return done.stderr


@needs_full
@pytest.mark.parametrize(
    "command", [("info", "a.pdf"), ("chunk", "a.pdf"), ("chunk", "a.pdf", "-f", "parquet"), ("search", "i", "prices")]
)
def test_standard_output_that_is_full_is_told(command: tuple[str, ...], index: Path) -> None:
    arguments = [index.parent / part if (index.parent / part).exists() else part for part in command]
    assert complaint(*arguments, onto=FULL) == f"error: standard output: {NO_ROOM}\n"


def test_standard_output_that_is_closed_is_told_where_it_is_needed(release: Path, tmp_path: Path) -> None:
    def run_closed(*arguments: object) -> tuple[int, str]:
        code = f"import sys; sys.stdout = None; sys.argv = {['statchunk', *map(str, arguments)]!r}\n"
        command = [sys.executable, "-c", f"{code}from statchunk.cli.start import main\nmain()"]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, done.stderr

    assert run_closed("chunk", release, "--out", tmp_path / "out") == (0, "")
    assert run_closed("chunk", release) == (1, "error: standard output: closed\n")


@needs_full
def test_a_file_that_is_full_is_told(release: Path) -> None:
    assert f"{FULL}: cannot be written: {NO_ROOM}" == refusal(SettingsError, "chunk", release, "--out", FULL)


def test_errors_of_the_system_are_told_with_their_file(release: Path) -> None:
    assert complaint("chunk", release, "--out", "x" * 300) == (
        f"error: {'x' * 300}: File name too long; name another place\n"
    )


@pytest.mark.parametrize(
    "command",
    [
        ("schema",),
        ("chunk", "a.pdf"),
        ("inspect", "a.pdf", "--page", "1"),
        ("export", "a.pdf", "--to", "statschat", "--date", "2026-01-01"),
        ("export", "a.pdf", "--to", "jsonl"),
        ("search", "i", "prices", "--cite", "plain"),
    ],
)
def test_an_output_under_a_file_is_told(command: tuple[str, ...], index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(index.parent)
    Path("file").touch()
    said = refusal(SettingsError, *command, "--out", "file/x.png")
    assert said == "file/x.png: cannot be written: Not a directory; name another place"


def test_an_output_in_a_folder_that_is_not_there_is_told(release: Path, tmp_path: Path) -> None:
    out = tmp_path / "no" / "x"
    said = refusal(SettingsError, "chunk", release, "--out", out)
    assert said == f"{out}: cannot be written: No such file or directory; make the folder first, or name another place"


def test_no_half_output_stays_and_the_old_one_does(
    release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    (folder / "x").write_text("old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.replace", fail)
        assert NO_ROOM in refusal(SettingsError, "chunk", release, "--out", folder / "x")
    assert [folder / "x"] == list(folder.iterdir())
    assert (folder / "x").read_text() == "old"
    assert run("chunk", release, "--out", folder / "x").exit_code == 0
    assert [folder / "x"] == list(folder.iterdir())
    assert (folder / "x").read_text().startswith("{")


def test_a_new_output_has_the_rights_of_a_new_file_and_an_old_one_keeps_its_own(release: Path, tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    out, link = tmp_path / "out", tmp_path / "link"
    run("chunk", release, "--out", out)
    assert out.stat().st_mode == (tmp_path / "plain").stat().st_mode
    out.chmod(0o640)
    link.symlink_to(out)
    run("chunk", release, "--out", link)
    assert link.is_symlink()
    assert out.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    "command",
    [
        ("chunk",),
        ("evidence",),
        ("observations",),
        ("questions",),
        ("info",),
        ("audit",),
        ("inspect", "--page", "1"),
        ("export", "--to", "jsonl"),
    ],
)
def test_nothing_is_written_over_what_is_read(command: tuple[str, ...], release: Path, tmp_path: Path) -> None:
    before, link, other = release.read_bytes(), tmp_path / "link", tmp_path / "b.pdf"
    link.symlink_to(release)
    other.write_bytes(before)
    for out, why in ((release, "is what is read"), (link, "is what is read"), (other, "is a PDF")):
        assert why in refusal(SettingsError, *command, release, "--out", out)
    assert before == release.read_bytes() == other.read_bytes()


def test_questions_are_not_written_over(index: Path, tmp_path: Path) -> None:
    questions = tmp_path / "q.jsonl"
    questions.write_text('{"question": "prices"}\n')
    assert "is what is read" in refusal(SettingsError, "search", index, "--questions", questions, "-o", questions)
    assert questions.read_text() == '{"question": "prices"}\n'


def test_a_report_is_not_written_over_a_release(release: Path, tmp_path: Path) -> None:
    said = refusal(SettingsError, "index", release, "--into", tmp_path / "i", "--report", release)
    assert "name another file with --report" in said


def test_a_picture_has_the_ending_of_one(release: Path, tmp_path: Path) -> None:
    said = refusal(SettingsError, "inspect", release, "--page", "1", "--out", tmp_path / "o.x")
    assert said == f"{tmp_path / 'o.x'}: no ending of a picture; name a file that ends in .png with --out"


@pytest.mark.parametrize("command", [("index", "a.pdf", "--into"), ("search",)])
def test_a_database_without_its_package_is_told(command: tuple[str, ...], tmp_path: Path) -> None:
    draw(tmp_path / "a.pdf", text(50, 200, "Prices rose."))
    arguments = [*command, "postgresql://localhost/none", *(["prices"] if command == ("search",) else [])]
    code = (
        f"import sys; sys.modules['psycopg'] = None; sys.argv = ['statchunk', *{arguments!r}]\n"
        "from statchunk.cli.start import main\nmain()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == "error: psycopg is not installed: pip install 'statchunk[postgresql]'\n"


@pytest.mark.parametrize("name", ["onnx", "onnxruntime"])
def test_packages_are_looked_for_before_an_export_is_announced(
    name: str, release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    done = run("index", release, "--into", tmp_path / "i", "-w", "0", "--backend", "onnx")
    assert isinstance(done.exception, MissingExtraError)
    assert name in str(done.exception) and "pip install 'statchunk[onnx]'" in str(done.exception)
    assert "exporting" not in done.output


def test_a_release_without_a_date_leaves_no_folder(release: Path, tmp_path: Path) -> None:
    folder, dated = tmp_path / "new", tmp_path / "dated.pdf"
    draw(dated, text(50, 40, "Prices: April 2025"), text(50, 60, "Released 21 May 2025"), text(50, 200, "Prices rose."))
    command = ("export", dated, release, "--to", "statschat", "--out", folder)
    assert "give one with --date" in refusal(SettingsError, *command)
    assert not folder.exists()
    folder.mkdir()
    (folder / "mine").touch()
    assert "give one with --date" in refusal(SettingsError, *command)
    assert [folder / "mine"] == list(folder.iterdir())
    assert run(*command, "--date", "2025-05-21").exit_code == 0
    assert {"mine", "a.json", "dated.json"} == {file.name for file in folder.iterdir()}


@pytest.mark.parametrize("question", ["", "  \n"])
def test_an_empty_question_is_refused(question: str, index: Path, tmp_path: Path) -> None:
    assert "is empty" in refusal(SettingsError, "search", index, question)
    questions = tmp_path / "q.jsonl"
    questions.write_text(f'{{"question": "{question.strip()}"}}\n')
    assert "line 1" in refusal(SettingsError, "search", index, "--questions", questions)


@pytest.mark.parametrize(
    "command", [("search", "i"), ("compare", "a.pdf"), ("compare", "a.pdf", "--questions", "q.jsonl", "--cells")]
)
def test_a_file_that_is_not_there_is_told(
    command: tuple[str, ...], index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(index.parent)
    Path("q.jsonl").write_text('{"question": "prices", "answer": null, "evidence": []}\n')
    option = [] if command[-1] == "--cells" else ["--questions"]
    said = refusal(SettingsError, *command, *option, "none.jsonl")
    assert said == "none.jsonl: cannot be read: No such file or directory"


def test_a_setting_that_does_not_exist_is_named(release: Path, tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    for written, said in (
        ("[chunking]\nmax_token = 1", "chunking.max_token: no such setting; write max_tokens, or leave it out"),
        ("[chunking.llm]\nmodle = 'x'", "chunking.llm.modle: no such setting; write model, or leave it out"),
        ("[zzz]\na = 1", "zzz: no such setting; take one of reader, layout, tables, chunking, store, search, or leave"),
    ):
        path.write_text(written)
        assert refusal(SettingsError, "chunk", release, "--settings", path).startswith(f"{path}: {said}")
    path.write_bytes(b"\xff")
    assert "cannot be read as UTF-8 text" in refusal(SettingsError, "chunk", release, "--settings", path)


@pytest.mark.parametrize("switch", ["-q", "--verbose"])
def test_a_switch_after_the_command_is_told_where_it_stands(switch: str, release: Path, tmp_path: Path) -> None:
    done = run("index", switch, release, "--into", tmp_path / "i")
    assert done.exit_code == 2
    assert f"{switch} stands before the command: statchunk {switch} index ..." in done.output


def test_an_index_opens_where_the_locale_is_not_utf_8(index: Path, tmp_path: Path) -> None:
    moved = index.rename(tmp_path / "é")
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    command = [sys.executable, "-c", "from statchunk.cli.start import main; main()", "search", str(moved), "é prices"]
    command += ["--out", str(tmp_path / "found")]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **plain})
    assert done.returncode == 0, done.stderr
    assert "Prices rose by 3.4 per cent" in (tmp_path / "found").read_text(encoding="utf-8")


def test_help_keeps_brackets_and_whole_sentences() -> None:
    said = " ".join(run("index", "--help").output.split())
    assert "needs statchunk[postgresql]" in said and "needs statchunk[onnx]" in said
    assert "[RELEASES]..." in said
    commands = " ".join(run("--help").output.split())
    assert "Hand chunks to LangChain, LlamaIndex, StatsChat, or anything that reads JSON Lines or Parquet." in commands
    assert "..." not in commands.replace("[ARGS]...", "")


def test_a_wrong_password_is_called_wrong(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    path = tmp_path / "locked.pdf"
    canvas = Canvas(str(path), encrypt="right")
    canvas.drawString(50, 500, "Prices rose.")
    canvas.save()
    assert refusal(PasswordError, "chunk", path) == f"{path}: encrypted; give its password with --password"
    for reader in ("pdfium", "pdfplumber"):
        said = refusal(PasswordError, "chunk", path, "--password", "wrong", "--reader", reader)
        assert said == f"{path}: the password given is wrong; give the right one with --password"
