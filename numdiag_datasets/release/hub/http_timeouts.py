"""Timeouts of the Hub's client in the commands: a server that does not answer within seconds is not tried again.

By default the client tries each file six times, with ever longer waits, before it uses the cache or
fails. This suits a server with temporary trouble, but not a missing network: a model has several files.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from httpx2 import Client, ConnectError, InvalidURL, Request, Response, TimeoutException
from huggingface_hub import get_session, set_client_factory
from huggingface_hub.errors import OfflineModeIsEnabled

from numdiag_datasets.core.errors import InputError

#: Timeout for a server that has never answered, in seconds: to connect, and again for the first response.
SECONDS = 5.0
#: Timeout for one that has answered before: a commit of many files takes a while.
LATER_SECONDS = 100.0
#: How often a page is asked for in a command at most, more than the client tries again: a list may lead back to itself.
_MOST_TIMES = 50


class UnreachableError(InputError, OfflineModeIsEnabled):
    """Raised if a server cannot be reached; code that handles an offline client also handles it."""


class _Client(Client):
    """A client that never retries an unreachable server, and waits longer for one that has answered.

    Args:
        answers: host -> "" if it answered, or the error if it did not; shared by all clients of a command,
            since a client that fails is replaced.
        seconds: see `SECONDS`.
    """

    def __init__(self, answers: dict[str, str], seconds: float, **options: Any) -> None:
        super().__init__(**options)
        self._answers, self._seconds = answers, seconds
        self._asked = Counter[str]()

    def send(self, request: Request, **options: Any) -> Response:
        host = request.url.netloc.decode()
        page = str(request.url)
        self._asked[page] += request.method == "GET"
        if self._asked[page] > _MOST_TIMES:
            raise UnreachableError(f"{host}: sends the same page again and again")
        known = self._answers.get(host)
        if known:
            raise UnreachableError(known)
        most = self._seconds if known is None else LATER_SECONDS
        given = request.extensions.get("timeout", {})
        request.extensions["timeout"] = {
            **given,
            **{phase: min(given.get(phase) or most, most) for phase in ("connect", "read")},
        }
        try:
            response = super().send(request, **options)
        except (ConnectError, TimeoutException) as error:
            if known is not None:
                raise
            self._answers[host] = f"{host}: {error}"
            raise UnreachableError(self._answers[host]) from error
        self._answers[host] = ""
        if (wait := _asked_to_wait(response)) > LATER_SECONDS:
            response.close()
            raise UnreachableError(
                f"{host}: limits how often it may be asked; it may be asked again in {wait} s"
            )
        return response


def _asked_to_wait(response: Response) -> int:
    """Return the seconds that a server which limits requests wants the client to wait; the client would, in silence."""
    if response.status_code != 429:
        return 0
    headers = response.headers
    found = re.search(r"\bt=(\d+)", headers.get("ratelimit", "")) or re.fullmatch(
        r"(\d+)", headers.get("retry-after", "")
    )
    return int(found[1]) if found else 0


def reach_in_seconds(seconds: float = SECONDS) -> None:
    """Make the Hub's client of this process give up within seconds.

    Only commands call this, since they end soon after; users of the library may want other timeouts.
    It uses the client's documented hook, which also affects loading by name in datasets, transformers and lm-eval.

    Raises:
        InputError: the environment names a proxy that cannot be used.
    """
    try:
        usual, answers = get_session(), dict[str, str]()
    except (ImportError, ValueError, InvalidURL) as error:  # raised when the client is made
        raise InputError(
            f"a proxy of the environment (http_proxy, https_proxy or all_proxy) cannot be used: {str(error).split('. ')[0]:.80}"
        ) from error
    options = {
        "event_hooks": usual.event_hooks,
        "follow_redirects": usual.follow_redirects,
        "timeout": usual.timeout,
    }
    set_client_factory(lambda: _Client(answers, seconds, **options))
