package commandline

import (
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOnlyFirst: a parser reads the command with which the arguments begin, with what is below it, and
// all commands where they begin otherwise or where a shell completes a line.
func TestOnlyFirst(t *testing.T) {
	read := func(args ...string) (names []string) {
		for _, command := range newParser(new(commands), io.Discard, io.Discard, func(int) {}, onlyFirst(args)).Model.Children {
			names = append(names, command.Name)
		}
		return names
	}
	all := read("--quiet", "train")
	require.Equal(t, []string{"simulate", "prepare", "decompose"}, all[:3])
	require.True(t, slices.Contains(all, "completion"))
	require.Equal(t, []string{"run"}, read("run", "seal"))
	require.Equal(t, []string{"train"}, read("train", "predict"))
	for _, first := range []string{"", "trains", "Train", "quiet", "version"} {
		require.Equal(t, all, read(first), first)
	}
	require.Contains(t, gmnc(t, "run", "--help").out, "run seal")
	requireOneLine(t, exitUsage, "unknown flag --hinges: this is a flag of gmnc decompose and gmnc train (see gmnc predict --help)", call(t.Context(), "predict", "run", "data.npz", "--hinges"))

	t.Setenv("COMP_LINE", "gmnc train ")
	require.Equal(t, all, read("train"))
}
