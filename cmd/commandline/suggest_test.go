package commandline

import (
	"errors"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"
)

// TestSuggestions: of the values that a flag may have the nearest is suggested, up to two edits away and
// if some of its letters stay.
func TestSuggestions(t *testing.T) {
	for refused, want := range map[string]string{
		`--model must be one of "egnn","gmn","gmn-l" but got "gnm"`: `, did you mean "egnn"?`,
		`--model must be one of "egnn","gmn","gmn-l" but got "GMN"`: `, did you mean "gmn"?`,
		`--model must be one of "egnn","gmn" but got "egxx"`:        `, did you mean "egnn"?`,
		`--model must be one of "egnn","gmn" but got "exxx"`:        "",
		`--up must be one of "y","z" but got "x"`:                   "",
		`--model must be one of "gmn-l","gmn-lh" but got "gmn-lx"`:  `, did you mean "gmn-l"?`,
		"unknown flag --bogus":                                      "",
	} {
		require.Equal(t, want, suggestion(errors.New(refused)), refused)
	}
}

// TestRewordedErrors: a suggestion that shares less than half of the letters is left out, and arguments
// that lack are called so.
func TestRewordedErrors(t *testing.T) {
	for text, want := range map[string]string{
		`unexpected argument trian, did you mean "train"?`: `unexpected argument trian, did you mean "train"?`,
		`unexpected argument abcd, did you mean "abxy"?`:   `unexpected argument abcd, did you mean "abxy"?`,
		`unexpected argument abcd, did you mean "axyz"?`:   `unexpected argument abcd`,
		`expected "<model> <data>"`:                        "missing arguments: <model> <data>",
		`expected one of "fit", "train"`:                   `expected one of "fit", "train"`,
	} {
		require.EqualError(t, reworded(errors.New(text)), want)
	}
}

// TestFlagsElsewhere: the commands with a flag that this one lacks are named if they are three or
// fewer.
func TestFlagsElsewhere(t *testing.T) {
	type flags struct {
		Rare   bool
		Common bool
	}
	var all struct {
		First flags `cmd:""`
		Next  flags `cmd:""`
		Last  struct {
			Common bool
			Sole   bool
		} `cmd:""`
		Other struct{ Common bool } `cmd:""`
	}
	parser := kong.Must(&all, kong.Name("gmnc"))
	for text, want := range map[string]string{
		"unknown flag --sole":                        ": this is a flag of gmnc last",
		"unknown flag --rare":                        ": this is a flag of gmnc first and gmnc next",
		"unknown flag --common":                      "",
		"unknown flag --bogus":                       "",
		`unknown flag --rar, did you mean "--rare"?`: "",
		`unknown flag --sole, did you mean "--so"?`:  "",
		"missing flags: --sole=STRING":               "",
	} {
		require.Equal(t, want, elsewhere(errors.New(text), func() *kong.Node { return parser.Model.Node }), text)
	}
}

// TestOrdersOfArguments: a robot comes before logs, and a model before data.
func TestOrdersOfArguments(t *testing.T) {
	require.NoError(t, robotFirst("identify", []string{"a.csv", "b.npz"}))
	require.EqualError(t, robotFirst("identify", []string{"a.csv", "arm.URDF"}),
		"arm.URDF is a robot's file, expected a log: the robot comes first, gmnc identify ROBOT.urdf LOG")
	require.EqualError(t, inOrder("predict", "data.npz", "model.onnx"), "data.npz is a data set and model.onnx is not: the model comes first, gmnc predict model.onnx data.npz")
	require.NoError(t, inOrder("predict", "data.npz", "other.npz"))
	require.NoError(t, inOrder("predict", "model.onnx", "data.npz"))
	require.NoError(t, inOrder("predict", "model.onnx", "run"))
}
