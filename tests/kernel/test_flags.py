"""Quick comparison of Numba's flags says what Numba's own says."""

from __future__ import annotations

import itertools

import pytest
from numba.core.compiler import DEFAULT_FLAGS, Flags
from numba.core.targetconfig import TargetConfig

from outfox.kernel.flags import quick_flags

CHOICES = {
    "nrt": (None, False, True),
    "boundscheck": (None, False, True),
    "error_model": (None, "python", "numpy"),
    "forceinline": (None, False, True),
}
"""Values to set; None leaves a flag as it is by default."""


def made(values):
    flags = Flags()
    for name, value in zip(CHOICES, values, strict=True):
        if value is not None:
            setattr(flags, name, value)
    return flags


def test_equal_and_hash_as_numba_says():
    several = [made(values) for values in itertools.product(*CHOICES.values())] + [DEFAULT_FLAGS, Flags()]
    known = [[one == other for other in several] for one in several]
    hashes = [hash(one) for one in several]
    assert any(known[0][1:]), "one that is set to the default equals one that is not set"
    assert not all(known[0])
    with quick_flags():
        assert [[one == other for other in several] for one in several] == known
        assert [hash(one) for one in several] == hashes
        assert several[0] != "flags"
        assert several[0] != TargetConfig()


def test_numba_compares_as_before_afterwards():
    before = TargetConfig.__eq__, TargetConfig.__hash__
    with pytest.raises(KeyError), quick_flags():
        raise KeyError(TargetConfig.__eq__ is before[0])
    assert (TargetConfig.__eq__, TargetConfig.__hash__) == before
