package weights

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMeasuredPickles: the length of a pickle is that of its opcodes with their arguments. Each opcode costs an entry,
// a container or a state more, and a text four times its bytes.
func TestMeasuredPickles(t *testing.T) {
	for text, want := range map[string][2]int{
		".":                                      {1, 128},
		"N.":                                     {2, 256},
		"(.":                                     {2, 384 + 128},
		"}.":                                     {2, 512 + 128},
		"R.":                                     {2, 512 + 128},
		"b.":                                     {2, 16384 + 128},
		"K\x05.":                                 {3, 4 + 256},
		"M\x01\x02.":                             {4, 2*4 + 256},
		"J\x01\x02\x03\x04.":                     {6, 4*4 + 256},
		"G12345678.":                             {10, 8*4 + 256},
		"I12\n.":                                 {5, 3*4 + 256},
		"ca\nbc\n.":                              {7, 5*4 + 256},
		"U\x02ab.":                               {5, 3*4 + 256},
		"X\x02\x00\x00\x00ab.":                   {8, 6*4 + 256},
		"\x8d\x01\x00\x00\x00\x00\x00\x00\x00a.": {11, 9*4 + 256},
		"\x95\x01\x00\x00\x00\x00\x00\x00\x00.":  {10, 8*4 + 256},
		"\x95\x02\x00\x00\x00\x00\x00\x00\x00N..": {11, 8*4 + 3*128},
		"N.N.": {2, 256},
	} {
		length, cost, err := measurePickle([]byte(text))
		require.NoError(t, err, "%q", text)
		require.Equal(t, want, [2]int{length, cost}, "%q", text)
	}
}

// TestBrokenPickles: a pickle that ends too early or has an unknown opcode is refused before it is read.
func TestBrokenPickles(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "the file is cut short",
		"N":                                     "the file is cut short",
		"NK":                                    "byte 2 of a pickle: the file is cut short",
		"M\x01":                                 "byte 1 of a pickle: the file is cut short",
		"I12":                                   "byte 1 of a pickle: the file is cut short",
		"ca\nb":                                 "byte 1 of a pickle: the file is cut short",
		"U":                                     "byte 1 of a pickle: the file is cut short",
		"U\x03ab":                               "byte 1 of a pickle: the file is cut short",
		"X\x01\x00\x00":                         "byte 1 of a pickle: the file is cut short",
		"NN\x8b.":                               "byte 2 of a pickle is opcode 0x8b, which torch.save never writes",
		"\x95\x02\x00\x00\x00\x00\x00\x00\x00.": "byte 1 of a pickle: the file is cut short",
		"L" + strings.Repeat("9", 4300) + "\n.": "byte 1 of a pickle is a number of 4301 digits",
	} {
		_, _, err := measurePickle([]byte(text))
		require.ErrorContains(t, err, want, "%.20q", text)
	}
	_, _, err := measurePickle([]byte("L" + strings.Repeat("9", 4299) + "\n."))
	require.NoError(t, err)
	_, _, err = measurePickle([]byte("S" + strings.Repeat("9", 4300) + "\n."))
	require.NoError(t, err, "a text may be longer")
}

// TestCostOfPickles: a pickle costs of the budget what reading it may allocate, and is refused above it.
func TestCostOfPickles(t *testing.T) {
	a := &torchArchive{budget: 256}
	length, err := a.pickleLength([]byte("N.rest"))
	require.NoError(t, err)
	require.Equal(t, 2, length)
	require.Zero(t, a.budget)
	a.budget = 255
	_, err = a.pickleLength([]byte("N."))
	require.ErrorContains(t, err, "it unpacks to more")
	a.budget = 1 << 20
	_, err = a.pickleLength([]byte("U\x14_array_reconstructor."))
	require.ErrorContains(t, err, "it holds an array of Python's module array")
	_, err = a.pickleLength([]byte("N._array_reconstructor"))
	require.NoError(t, err, "what follows a pickle is not part of it")
}
