package commandline

import (
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHelpLayers: a group names flags of its command, each in one group alone.
func TestHelpLayers(t *testing.T) {
	parser := newParser(new(commands), io.Discard, io.Discard, func(int) {})
	found := 0
	for _, command := range parser.Model.Children {
		flags := map[string]bool{"each-reads": true} // of the build with MPI
		for _, flag := range command.Flags {
			flags[flag.Name] = true
		}
		for _, layer := range helpLayers[command.Name] {
			found++
			for _, name := range layer.flags {
				require.True(t, flags[name], "gmnc %s has no --%s of its own", command.Name, name)
				delete(flags, name)
				flags["each-reads"] = true
			}
		}
	}
	total := 0
	for _, layers := range helpLayers {
		total += len(layers)
	}
	require.Equal(t, total, found, "a command that is not there has groups")
}

// TestFirstPageOfHelp fits on a screen, and leads to all that it leaves out.
func TestFirstPageOfHelp(t *testing.T) {
	const screen = 50 // lines
	for command, layers := range helpLayers {
		page := gmnc(t, command, "--help").out
		require.LessOrEqual(t, strings.Count(page, "\n"), screen, page)
		all := gmnc(t, "help", command, "all").out
		for _, layer := range layers {
			require.Contains(t, page, "\n  "+layer.name+" ")
			part := gmnc(t, "help", command, layer.name).out
			require.Equal(t, part, gmnc(t, command, "--help="+layer.name).out)
			for _, flag := range layer.flags {
				if flag == "each-reads" {
					continue
				}
				for text, shown := range map[string]bool{page: false, part: true, all: true} {
					require.Equal(t, shown, regexp.MustCompile(`(?m)^  (-\w, |    |)--(\[no-\])?`+flag+`\b`).MatchString(text), "%s: %s", flag, text)
				}
			}
		}
	}
	require.Contains(t, gmnc(t, "train", "--help").out, "and\ngmnc help train all shows every option")
	requireOneLine(t, exitUsage, "gmnc train has no options of the group models; it has paper, gmn-ode,", call(t.Context(), "help", "train", "models"))
	require.NotContains(t, gmnc(t, "help", "verify").out, "GROUP")
}

func TestHelpTopic(t *testing.T) {
	for given, want := range map[string][2]string{
		"train --help":             {"", "train --help"},
		"train --help=all":         {"all", "train --help"},
		"help train":               {"", "help train"},
		"help train all":           {"all", "help train"},
		"-q help train all":        {"all", "-q help train"},
		"help prepare arrays":      {"", "help prepare arrays"},
		"train help all -o run":    {"", "train help all -o run"},
		"predict help train other": {"", "predict help train other"},
	} {
		topic, left := helpTopic(strings.Fields(given))
		require.Equal(t, want, [2]string{topic, strings.Join(left, " ")}, given)
	}
}

func TestFirstSentence(t *testing.T) {
	for help, want := range map[string]string{"": "", "Seed.": "Seed.", "One. Two.": "One.", "A file.npz of 0.5 m. More.": "A file.npz of 0.5 m."} {
		require.Equal(t, want, firstSentence(help))
	}
}
