package lines

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"gmnc/internal/numeral"

	"github.com/stretchr/testify/require"
)

func TestFloat(t *testing.T) {
	r := New("x.bvh", strings.NewReader("one line"), numeral.BVH)
	require.True(t, r.Next())
	for word, want := range map[string]float64{"1e-3": 0.001, "0": 0, "-3.4e38": -3.4e38} {
		value, err := r.Float(word, "frame")
		require.NoError(t, err)
		require.Equal(t, want, value)
	}
	for word, want := range map[string]string{
		"1D-3":   `"1D-3" of "frame" has Fortran's exponent, which readers of this format do not know: write E in the place of D`,
		"1F-3":   `"1F-3" of "frame" is not a finite number`,
		"1e999":  `"1e999" of "frame" is not a finite number`,
		"-1e999": `"-1e999" of "frame" is not a finite number`,
		"nan":    `"nan" of "frame" is not a finite number`,
		"1e39":   `"1e39" of "frame" is too large for float32`,
		"-1e39":  `"-1e39" of "frame" is too large for float32`,
	} {
		value, err := r.Float(word, "frame")
		require.EqualError(t, err, "x.bvh:1: "+want)
		require.Zero(t, value)
	}
	r.Numbers = numeral.XYZ
	value, err := r.Float("1D-3", "frame")
	require.NoError(t, err)
	require.Equal(t, 0.001, value)
}

func TestFloats(t *testing.T) {
	r := New("x.bvh", strings.NewReader("OFFSET 1 -2.5\nOFFSET\nOFFSET 1 x"), numeral.BVH)
	require.True(t, r.Next())
	numbers, err := r.Floats(2)
	require.NoError(t, err)
	require.Equal(t, []float64{1, -2.5}, numbers)
	_, err = r.Floats(3)
	require.EqualError(t, err, `x.bvh:1: "OFFSET" has 2 values, expected 3`)
	require.True(t, r.Next())
	numbers, err = r.Floats(0)
	require.NoError(t, err)
	require.Empty(t, numbers)
	require.True(t, r.Next())
	_, err = r.Floats(2)
	require.EqualError(t, err, `x.bvh:3: "x" of "OFFSET" is not a finite number`)
}

// TestLines: a line ends as on any system, also where its two bytes come one at a time.
func TestLines(t *testing.T) {
	for text, want := range map[string][]string{
		"":                    nil,
		"a":                   {"a"},
		"a\n":                 {"a"},
		"a\nb":                {"a", "b"},
		"a\r\nb\r\n":          {"a", "b"},
		"a\rb\r":              {"a", "b"},
		"\r\n\n\ra":           {"", "", "", "a"},
		"a\n\r":               {"a", ""},
		"\ufeffa b\n":         {"a b"},
		"\xfe\xff\x00a\x00\n": {"a"},
	} {
		for _, reader := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
			r := New("x", reader, numeral.BVH)
			var got []string
			for r.Next() {
				got = append(got, r.Text)
				require.Equal(t, len(got), r.Number)
				require.Equal(t, strings.Fields(r.Text), r.Words)
			}
			require.NoError(t, r.Err())
			require.Equal(t, want, got, "%q", text)
			require.Empty(t, r.Text)
			require.Nil(t, r.Words)
		}
	}
}

func TestNextWords(t *testing.T) {
	r := New("x", strings.NewReader("# a comment\n\n  one two #three four\nfive\n#"), numeral.BVH)
	require.True(t, r.NextWords())
	require.Equal(t, []string{"one", "two"}, r.Words)
	require.Equal(t, 3, r.Number)
	require.True(t, r.NextWords())
	require.Equal(t, []string{"five"}, r.Words)
	require.False(t, r.NextWords())
}

// TestErr: an error is about the line that could not be read, from the first on.
func TestErr(t *testing.T) {
	require.EqualError(t, New("x", strings.NewReader(""), numeral.BVH).Errorf("no %s", "lines"), "x:1: no lines")
	broken := errors.New("the disk is gone")
	r := New("x", io.MultiReader(strings.NewReader("one\n"), iotest.ErrReader(broken)), numeral.BVH)
	require.True(t, r.Next())
	require.False(t, r.Next())
	err := r.Err()
	require.ErrorIs(t, err, broken)
	require.EqualError(t, err, "x:2: cannot be read: the disk is gone")

	longest := strings.Repeat("x", bufio.MaxScanTokenSize-1)
	r = New("x", strings.NewReader(longest+"\n"), numeral.BVH)
	require.True(t, r.Next())
	require.NoError(t, r.Err())
	r = New("x", strings.NewReader(longest+"xx\n"), numeral.BVH)
	require.False(t, r.Next())
	require.EqualError(t, r.Err(), "x:1: the line is longer than 65536 bytes: expected a text file with a line for each entry")
}
