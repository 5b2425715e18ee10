package commandline

import (
	"fmt"
	"slices"

	"github.com/alecthomas/kong"
)

// needs returns an error for each of the named flags that is given: they have no effect without
// what.
func needs(parsed *kong.Context, what string, flags ...string) error {
	for _, given := range parsed.Path {
		if given.Flag != nil && !given.Resolved && slices.Contains(flags, given.Flag.Name) {
			return fmt.Errorf("--%s needs %s", given.Flag.Name, what)
		}
	}
	return nil
}

// dataToPredict is what flags about predictions need.
const dataToPredict = "a data set to predict, behind the model"
