"""An interrupt waits for the end of a change."""

import signal

import pytest

from statchunk.interrupts import interrupts_held


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_takes_effect_after_the_block(number: signal.Signals) -> None:
    done = []
    before = signal.signal(number, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), interrupts_held():
            signal.raise_signal(number)
            done.append("all of it")
    finally:
        signal.signal(number, before)
    assert done == ["all of it"]


def test_an_ignored_interrupt_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interrupts_held():
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_handler_is_put_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interrupts_held():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before
