package commandline

import (
	"fmt"
	"slices"

	"github.com/alecthomas/kong"
)

// needs refuses each named flag that is given, for the lack of what it is about.
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
