"""The build hook of wheels: ``metrics/`` and ``train/`` stand beside the library in a checkout, and inside it
in a wheel, so that no package of a name as common as theirs lands in site-packages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LIBRARY = "numdiag_datasets"
FOLDERS = ("metrics", "train")


class CustomBuildHook(BuildHookInterface):
    """Puts the folders into the library."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the folders as files to include; not for an editable install, where copies would grow stale."""
        if version != "editable":
            for folder in FOLDERS:
                build_data["force_include"][str(Path(self.root, folder))] = f"{LIBRARY}/{folder}"
