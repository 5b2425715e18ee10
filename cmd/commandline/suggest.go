package commandline

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
	"github.com/alecthomas/kong"

	"gmnc/internal/identify"
)

// refusedValue matches the parser's error for a value that is not in a flag's list.
var refusedValue = regexp.MustCompile(`must be one of (.+) but got "(.*)"`)

// suggestion returns a question with the value of a flag's list that the user may have meant.
// It returns "" if the error is another, or if nothing in the list is close.
func suggestion(err error) string {
	refused := refusedValue.FindStringSubmatch(err.Error())
	if refused == nil {
		return ""
	}
	const near = 2 // edits, as the parser has it for commands and flags
	nearest, distance := "", near+1
	for _, quoted := range strings.Split(refused[1], ",") {
		value := strings.Trim(quoted, `"`)
		if edits := levenshtein.Distance(strings.ToLower(refused[2]), value, nil); edits < min(distance, len(value)) {
			nearest, distance = value, edits
		}
	}
	if nearest == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", nearest)
}

// proposed matches the parser's proposal for a word that it does not know.
var proposed = regexp.MustCompile(`^unexpected argument (\S+)(, did you mean "(.+)"\?)$`)

// farFetched returns the parser's proposal in an error's text if most letters of the word that was
// given differ from it, and "" otherwise.
func farFetched(text string) string {
	found := proposed.FindStringSubmatch(text)
	if found == nil || 2*levenshtein.Distance(found[1], found[3], nil) <= len(found[1]) {
		return ""
	}
	return found[2]
}

// missingArguments matches the parser's error for arguments that were not given.
var missingArguments = regexp.MustCompile(`^expected "(<.+)"$`)

// reworded returns an error of the parser without a far-fetched proposal, and with the arguments
// that are missing named as such.
func reworded(err error) error {
	text := err.Error()
	if proposal := farFetched(text); proposal != "" {
		return errors.New(strings.TrimSuffix(text, proposal))
	}
	if found := missingArguments.FindStringSubmatch(text); found != nil {
		return errors.New("missing arguments: " + found[1])
	}
	return err
}

// unknownFlag matches the parser's error for a flag that the command does not have.
var unknownFlag = regexp.MustCompile(`^unknown flag --([^ ,=]+)$`)

// elsewhere returns which other commands have the flag that a command does not know. It returns ""
// if none have it, or so many that naming them does not help.
func elsewhere(err error, all func() *kong.Node) string {
	found := unknownFlag.FindStringSubmatch(err.Error())
	if found == nil {
		return ""
	}
	const few = 3
	var commands []string
	for _, command := range all().Leaves(true) {
		if slices.ContainsFunc(command.Flags, func(f *kong.Flag) bool { return f.Name == found[1] }) {
			commands = append(commands, "gmnc "+command.Path())
		}
	}
	if len(commands) == 0 || len(commands) > few {
		return ""
	}
	return ": this is a flag of " + identify.List(commands)
}

// robotFirst returns an error if one of the logs is a robot's file, as when the two were given in
// the wrong order.
func robotFirst(command string, logs []string) error {
	for _, log := range logs {
		if hasExtension(log, ".urdf") {
			return fmt.Errorf("%s is a robot's file, expected a log: the robot comes first, gmnc %s ROBOT.urdf LOG", log, command)
		}
	}
	return nil
}

// inOrder returns an error if a data set and a model were given in the wrong order.
func inOrder(command, model, data string) error {
	if hasExtension(model, ".npz") && !hasExtension(data, ".npz") {
		return fmt.Errorf("%s is a data set and %s is not: the model comes first, gmnc %s %s %s", model, data, command, data, model)
	}
	return nil
}

func hasExtension(path, extension string) bool {
	return strings.EqualFold(filepath.Ext(path), extension)
}
