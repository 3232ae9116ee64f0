"""The tables behind a report as files beside it: CSV for people, Parquet for programs."""

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from skatsim.errors import SkatsimError
from skatsim.runs.store import make_folder


def write_frames(frames: Mapping[str, pd.DataFrame], folder: Path) -> None:
    """Write each frame as NAME.csv and NAME.parquet; the folder is made if need be.

    Raises
    ------
    SkatsimError
        Naming the folder or file that cannot be written.
    """
    make_folder(folder)
    try:
        for name, frame in frames.items():
            frame.to_csv(folder / f"{name}.csv", index=False)
            frame.to_parquet(folder / f"{name}.parquet", index=False)
    except OSError as error:
        raise SkatsimError(f"{error.filename or folder}: {error.strerror}; choose another folder") from None
