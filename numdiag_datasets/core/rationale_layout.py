"""The layout of worked solutions, ``16 - 3 = <<16-3=13>>13 ... #### 13``, as GSM8K publishes them."""

from __future__ import annotations

import re

#: The mark before the answer on the last line.
FINAL = "####"
#: A calculator annotation: the calculation and its result.
ANNOTATION = re.compile(r"<<([^<>=]{1,200})=([^<>=]{1,60})>>")
