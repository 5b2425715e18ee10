package commandline

import (
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	completion "github.com/jotaen/kong-completion"
)

// helpCommand exists so that help is listed among the commands; asFlags turns it into the flag
// --help of the command that it names.
type helpCommand struct {
	Command []string `arg:"" optional:"" help:"Command to explain, such as train; all of them by default."`
}

// completionCommand prints the script with which a shell completes the command line.
type completionCommand = completion.Completion

// asFlags rewrites the arguments in the form that the parser takes: help becomes the flag
// --help, and a negative number is joined to its flag by an equals sign. The number is then
// refused for its value and not as an unknown flag.
func asFlags(args []string) []string {
	if len(args) == 0 {
		return []string{"--help"}
	}
	if first := slices.IndexFunc(args, isName); first >= 0 && args[first] == "help" && !slices.ContainsFunc(args, isHelpFlag) {
		return append(slices.Delete(slices.Clone(args), first, first+1), "--help")
	}
	var joined []string
	for i, arg := range args {
		if i > 0 && negativeNumber.MatchString(arg) && bareFlag.MatchString(args[i-1]) {
			joined[len(joined)-1] += "=" + arg
		} else {
			joined = append(joined, arg)
		}
	}
	return joined
}

func isName(arg string) bool { return !strings.HasPrefix(arg, "-") }

func isHelpFlag(arg string) bool { return arg == "--help" || arg == "-h" }

var (
	negativeNumber = regexp.MustCompile(`^-\.?\d`)
	bareFlag       = regexp.MustCompile(`^--[^=]+$`)
)

// showExamples puts the example of every command into its help.
func showExamples(command *kong.Node) {
	if command.Tag != nil && command.Tag.Has("example") {
		command.Detail = "Example:\n\n  " + command.Tag.Get("example")
	}
	for _, below := range command.Children {
		showExamples(below)
	}
}

// describeCompletion describes the argument and the flag of the library's command in full
// sentences, as those of all commands.
func describeCompletion(all *kong.Node) {
	for _, command := range all.Children {
		if command.Name != "completion" {
			continue
		}
		for _, value := range command.Positional {
			value.Help = "Shell, bash, zsh or fish; by default the one that is running."
		}
		for _, flag := range command.Flags {
			if flag.Name == "code" {
				flag.Help = "Print the script that sets the completion up, in place of instructions."
			}
		}
	}
}
