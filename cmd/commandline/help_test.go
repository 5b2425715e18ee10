package commandline

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"
)

func TestHelpIsACommandToo(t *testing.T) {
	require.Equal(t, gmnc(t, "--help"), gmnc(t, "help"))
	require.Equal(t, gmnc(t, "prepare", "md17", "--help"), gmnc(t, "help", "prepare", "md17"))
	require.Equal(t, gmnc(t, "train", "--help"), gmnc(t, "--quiet", "help", "train", "--json"))
	require.Contains(t, gmnc(t, "help", "--help").out, "gmnc help train", "of the command itself")
	requireOneLine(t, exitUsage, `unexpected argument trian, did you mean "train"?`, call(t.Context(), "help", "trian"))
}

// TestProposals: a word that shares few letters with a command is not taken for it.
func TestProposals(t *testing.T) {
	requireOneLine(t, exitUsage, "unexpected argument foo (see gmnc --help)", call(t.Context(), "foo"))
	require.Equal(t, `, did you mean "fit"?`, farFetched(`unexpected argument foo, did you mean "fit"?`))
	require.Empty(t, farFetched(`unexpected argument trin, did you mean "train"?`))
	require.Empty(t, farFetched(`unexpected argument fxxt, did you mean "fiit"?`), "half of the letters differ")
	requireOneLine(t, exitUsage, `missing arguments: <other-model>`, call(t.Context(), "diff", "run"))
}

// TestFlagsOfOtherCommands: an unknown flag is told with the commands that have it, unless these are
// more than three.
func TestFlagsOfOtherCommands(t *testing.T) {
	for args, message := range map[string]string{
		"identify arm.urdf log.csv --degrees":     "unknown flag --degrees: this is a flag of gmnc prepare joints (see",
		"prepare mocap walk -o a.npz --bogus 3":   "unknown flag --bogus (see",
		"identify arm.urdf log.csv --interval 3":  "unknown flag --interval: this is a flag of gmnc simulate, gmnc prepare arrays and gmnc prepare joints (see",
		"verify model.onnx --radius 1":            "unknown flag --radius: this is a flag of gmnc export (see",
		"inspect model.onnx --at-random":          "unknown flag --at-random (see",
		"excite arm.urdf -o motion.csv --columsn": "unknown flag --columsn, did you mean",
	} {
		requireOneLine(t, exitUsage, message, call(t.Context(), strings.Fields(args)...))
	}
}

// TestCompletionHelp: the library's command is described like all others.
func TestCompletionHelp(t *testing.T) {
	page := gmnc(t, "help", "completion").out
	require.Contains(t, page, "Shell, bash, zsh or fish; by default the one that is running.")
	require.Contains(t, page, "Print the script that sets the completion up")
}

// TestEveryCommandHasAnExample: the example of each is one that the parser
// takes, and its page shows it.
func TestEveryCommandHasAnExample(t *testing.T) {
	parser, err := kong.New(&commands{}, choices())
	require.NoError(t, err)
	for _, command := range parser.Model.Leaves(true) {
		example := command.Tag.Get("example")
		require.NotEmpty(t, example, "the command %s has no example", command.Path())
		require.Contains(t, gmnc(t, append(strings.Fields(command.Path()), "--help")...).out, example)
		words := argumentsIn(example)
		if words[0] == "help" {
			continue // becomes a flag of what it names
		}
		_, err := parser.Parse(asFlags(words))
		require.NoError(t, err, example)
		require.True(t, strings.HasPrefix(strings.Join(words, " ")+" ", command.Path()+" "), example)
	}
}

// complete asks the program what could end the line, as a shell does.
func complete(t *testing.T, line string) []string {
	t.Setenv("COMP_LINE", line)
	return strings.Fields(gmnc(t).out)
}

func TestCompletion(t *testing.T) {
	require.ElementsMatch(t, []string{"predict", "prepare"}, complete(t, "gmnc pre"))
	require.ElementsMatch(t, []string{"arrays", "joints", "mocap", "md17", "urdf"}, complete(t, "gmnc prepare "))
	require.ElementsMatch(t, []string{"--epochs"}, complete(t, "gmnc train data.npz --epo"))
	require.ElementsMatch(t, []string{"gmn", "gmn-l", "gmn-l-reg", "gmn-lh", "gmn-ode"}, complete(t, "gmnc train --model gm"))
}

// TestCompletionScripts: each shell that is here takes its script.
func TestCompletionScripts(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		script := gmnc(t, "completion", "-c", shell).out
		require.Contains(t, script, "complete ")
		if _, err := exec.LookPath(shell); err != nil {
			t.Logf("no %s: its script is not tried", shell)
			continue
		}
		check := exec.Command(shell, "-n")
		check.Stdin = strings.NewReader(script)
		output, err := check.CombinedOutput()
		require.NoError(t, err, "%s: %s", shell, output)
	}
}
