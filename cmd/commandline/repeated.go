package commandline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// BeforeResolve refuses a flag of one value that is given twice in different spellings, since
// the last would silently replace the others. A switch may be repeated, unless it has a
// negation.
func (*commands) BeforeResolve(parsed *kong.Context) error {
	first := map[*kong.Flag][]string{}
	for i, given := range parsed.Path {
		if given.Flag == nil || given.Flag.IsCumulative() || given.Flag.IsBool() && given.Flag.Tag.Negatable == "" {
			continue
		}
		before, left := parsed.Path[i-1].Remainder(), given.Remainder()
		words := before[:len(before)-len(left)]
		switch once := first[given.Flag]; {
		case once == nil:
			first[given.Flag] = words
		case !slices.Equal(once, words):
			return fmt.Errorf("--%s is given twice, as %s and as %s: it has one value", given.Flag.Name, strings.Join(once, " "), strings.Join(words, " "))
		}
	}
	return nil
}
