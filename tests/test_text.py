"""Pure string helpers."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from statchunk.text import one_space, squash


@given(st.text(alphabet=st.sampled_from("ab Z9.\t\n\u00a0\u2009é\u0130ﬁ")) | st.text())
def test_each_run_of_white_space_becomes_one_space(text: str) -> None:
    assert one_space(text) == " ".join(text.split())


@given(st.text(alphabet=st.characters(max_codepoint=127)) | st.text())
def test_letters_and_digits_stay_however_they_were_written(text: str) -> None:
    plain = unicodedata.normalize("NFKC", text).casefold()
    assert squash(text) == "".join(character for character in plain if character.isalnum())
