"""Costly questions wait in line, and share the time."""

import threading

from wordle_web.web.thinking import LEAST_MS, Turnstile


def test_who_is_alone_has_all_the_time() -> None:
    turnstile = Turnstile()
    for _ in range(2):
        with turnstile.share_of(90.0) as ms:
            assert ms == 90.0


def test_one_thinks_at_a_time_and_for_less_while_others_wait() -> None:
    turnstile = Turnstile()
    together, most, shares = 0, 0, []

    def ask() -> None:
        nonlocal together, most
        with turnstile.share_of(90.0) as ms:
            together += 1
            most = max(most, together)
            shares.append(ms)
            together -= 1

    threads = [threading.Thread(target=ask) for _ in range(9)]
    with turnstile:
        for thread in threads:
            thread.start()
        while turnstile._in_line < 10:
            threads[0].join(0.01)
    for thread in threads:
        thread.join()
    assert most == 1
    assert sorted(shares) == [max(LEAST_MS, 90.0 / n) for n in range(9, 0, -1)]


def test_an_error_lets_the_next_one_in() -> None:
    turnstile = Turnstile()
    for _ in range(2):
        try:
            with turnstile.share_of(10.0) as ms:
                assert ms == 10.0
                raise ValueError
        except ValueError:
            pass
