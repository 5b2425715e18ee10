package onnxgo

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBytesOfValues(t *testing.T) {
	for _, c := range []struct {
		v    value
		want int
	}{
		{counting(3), 12}, {list(1, 2), 16}, {bools(s(2), true, false), 2}, {value{}, 0}, {floats(s(0)), 0},
	} {
		require.Equal(t, c.want, c.v.bytes(), "%v", c.v)
	}
}

func TestCountOfElements(t *testing.T) {
	for _, c := range []struct {
		shape []int
		want  int
		err   string
	}{
		{nil, 1, ""},
		{s(2, 3), 6, ""},
		{s(0, 5), 0, ""},
		{s(maxElements), maxElements, ""},
		{s(maxElements, 1, 0), 0, ""},
		{s(maxElements + 1), 0, "shape [268435457] has more than the 268435456 elements allowed"},
		{s(0, maxElements, 2), 0, "shape [0 268435456 2] has more than the 268435456 elements allowed"},
		{s(2, 1<<63-1, 2), 0, "has more than the 268435456 elements allowed"},
		{s(1<<28, 1<<36), 0, "has more than the 268435456 elements allowed"},
		{s(2, -1), 0, "shape [2 -1] has a negative extent"},
	} {
		got, err := count(c.shape)
		if c.err != "" {
			require.ErrorContains(t, err, c.err)
		} else {
			require.NoError(t, err, "%v", c.shape)
		}
		require.Equal(t, c.want, got, "%v", c.shape)
	}
}

func TestRowMajorStrides(t *testing.T) {
	require.Equal(t, s(12, 4, 1), rowMajor(s(2, 3, 4)))
	require.Equal(t, s(1), rowMajor(s(5)))
	require.Empty(t, rowMajor(nil))
}
