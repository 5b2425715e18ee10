package commandline

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/agext/levenshtein"
)

// refusedValue is how the parser refuses a value that is not of a list.
var refusedValue = regexp.MustCompile(`must be one of (.+) but got "(.*)"`)

// suggestion is the value of a flag's list that the user may have meant, as a
// question; empty if the error is another, or nothing of the list is near.
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

// inOrder reports as an error a data set and a model that were given in each
// other's place.
func inOrder(command, model, data string) error {
	if hasExtension(model, ".npz") && !hasExtension(data, ".npz") {
		return fmt.Errorf("%s is a data set and %s is not: the model comes first, gmnc %s %s %s", model, data, command, data, model)
	}
	return nil
}

func hasExtension(path, extension string) bool {
	return strings.EqualFold(filepath.Ext(path), extension)
}
