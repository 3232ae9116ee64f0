"""Names for the arrays that functions take and give, so that a signature says what an argument holds."""

from typing import TypeAlias

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
