"""The Hub's client as the commands use it: what does not answer within seconds is not waited for again.

By itself the client tries each file six times, with ever longer waits, before it looks into the cache or fails. This is right for
a server that has trouble, and wrong where there is no network: a model has several files.
"""

from __future__ import annotations

from typing import Any

from httpx2 import Client, ConnectError, Request, Response, TimeoutException
from huggingface_hub import get_session, set_client_factory
from huggingface_hub.errors import OfflineModeIsEnabled

from numdiag_datasets.core.errors import InputError

#: How long a server that never answered is waited for, to connect and again to begin its answer.
SECONDS = 5.0


class UnreachableError(InputError, OfflineModeIsEnabled):
    """A server cannot be reached; whatever handles a client that is offline handles this."""


class _Client(Client):
    """A client that asks a server which could not be reached never again, and one that answered as patiently as always.

    Args:
        answers: host -> "" if it answered, or why it did not; shared by all clients of a command, since one that fails is replaced.
        seconds: see `SECONDS`.
    """

    def __init__(self, answers: dict[str, str], seconds: float, **options: Any) -> None:
        super().__init__(**options)
        self._answers, self._seconds = answers, seconds

    def send(self, request: Request, **options: Any) -> Response:
        host = request.url.netloc.decode()
        known = self._answers.get(host)
        if known:
            raise UnreachableError(known)
        if known is None:
            given = request.extensions.get("timeout", {})
            request.extensions["timeout"] = {
                **given,
                **{phase: min(given.get(phase) or self._seconds, self._seconds) for phase in ("connect", "read")},
            }  # fmt: skip
        try:
            response = super().send(request, **options)
        except (ConnectError, TimeoutException) as error:
            if known is not None:
                raise
            self._answers[host] = f"{host}: {error}"
            raise UnreachableError(self._answers[host]) from error
        self._answers[host] = ""
        return response


def reach_in_seconds(seconds: float = SECONDS) -> None:
    """From now on the Hub's client of this process gives up within seconds: for commands, which end soon after, not for the
    library, whose users may want it otherwise.

    It is the client's documented hook; what datasets, transformers and lm-eval load by name goes through it as well.
    """
    usual, answers = get_session(), dict[str, str]()
    options = {
        "event_hooks": usual.event_hooks,
        "follow_redirects": usual.follow_redirects,
        "timeout": usual.timeout,
    }
    set_client_factory(lambda: _Client(answers, seconds, **options))
