"""Names for the arrays that functions take and give, so that a signature says what an argument holds."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
"""Whole numbers, or card masks in kernels."""
Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]
Masks: TypeAlias = NDArray[np.uint32]
"""Card masks as columns keep them."""
Bytes: TypeAlias = NDArray[np.uint8]
"""Card indexes in the order played."""
Address: TypeAlias = Any
"""Where an int64 array begins (`kernel.memory`): one word in machine code, the array itself in plain Python."""
