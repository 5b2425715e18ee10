package commandline

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/fields"
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

// parsed returns the commands with the flags that the arguments set.
func parsed(args ...string) (*commands, error) {
	all := new(commands)
	_, err := newParser(all, io.Discard, io.Discard, func(int) {}, onlyFirst(args)).Parse(args)
	return all, err
}

// TestLongErrors: an error of the longest length is whole, a longer one is cut between letters, and
// lines are joined.
func TestLongErrors(t *testing.T) {
	for length, want := range map[int]string{
		longestError:     strings.Repeat("x", longestError),
		longestError + 1: strings.Repeat("x", longestError) + " ... (1 bytes more)",
	} {
		require.Equal(t, want, oneLine(errors.New(strings.Repeat("x", length))))
	}
	require.Equal(t, strings.Repeat("x", longestError-1)+" ... (2 bytes more)", oneLine(errors.New(strings.Repeat("x", longestError-1)+"äx")))
	require.Equal(t, "a; b; c", oneLine(errors.New("a\n\nb\r\nc\n")))
	require.Equal(t, "choose a smaller --batch or --lr", oneLine(fields.Errorf("choose a smaller {batch} or {learning_rate}")))
}

// TestAsksForObjects: --json is a flag before two dashes alone, and an argument behind them.
func TestAsksForObjects(t *testing.T) {
	for _, args := range [][]string{{"--json"}, {"models", "--json=true"}, {"--json", "--"}, {"a", "--json", "--", "b"}} {
		require.True(t, asksForObjects(args), args)
	}
	for _, args := range [][]string{nil, {"json"}, {"--json=false"}, {"--", "--json"}, {"inspect", "--", "--json=true"}} {
		require.False(t, asksForObjects(args), args)
	}
}

// TestEmptyNames: an output without a name, and an argument that is no UTF-8, are wrong use.
func TestEmptyNames(t *testing.T) {
	for _, args := range [][]string{{"predict", "run", "data.npz", "-o", ""}, {"train", "data.npz", "--output="}} {
		requireOneLine(t, exitUsage, "--output is empty: name a file or a folder to write", call(t.Context(), args...))
	}
	requireOneLine(t, exitUsage, `the argument "\xff" is not valid UTF-8: rename the file or folder that it names`, call(t.Context(), "inspect", "\xff"))
}
