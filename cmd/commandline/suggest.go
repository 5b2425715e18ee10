package commandline

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/agext/levenshtein"
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
