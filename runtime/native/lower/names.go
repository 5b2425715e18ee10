package lower

import (
	"fmt"

	"gmnc/ir"
)

// names holds the names of a graph's values.
type names map[string]bool

func namesOf(f *ir.Func) names {
	taken := make(names, len(f.Inputs)+len(f.Nodes))
	for _, input := range f.Inputs {
		taken[input.Name] = true
	}
	for _, node := range f.Nodes {
		for _, result := range node.Results {
			taken[result.Name] = true
		}
	}
	return taken
}

// take returns the name for a new value, with a number if another value has it.
func (n names) take(name string) string {
	numbered := name
	for count := 2; n[numbered]; count++ {
		numbered = fmt.Sprintf("%s.%d", name, count)
	}
	n[numbered] = true
	return numbered
}
