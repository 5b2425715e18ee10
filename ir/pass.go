package ir

import (
	"fmt"
	"slices"
	"strings"
)

// Pass rewrites a module in place without changing what it computes, and
// returns how many nodes it changed.
type Pass struct {
	Name string
	Run  func(m *Module) (changed int, err error)
}

// passes run in this order.
var passes = []Pass{
	{"inline", inline},
	{"fold constants", foldConstants},
	{"common subexpressions", commonSubexpressions},
	{"dead code", deadCode},
}

// passOrder says which pass must run before which, and why.
var passOrder = [][2]string{
	// A call hides the constants and the repetitions of its body, and what
	// of it nothing uses.
	{"inline", "fold constants"},
	{"inline", "common subexpressions"},
	{"inline", "dead code"},
	// Folding makes equal constants out of unequal expressions.
	{"fold constants", "common subexpressions"},
	// Folding leaves arguments behind that nothing uses.
	{"fold constants", "dead code"},
}

func init() {
	if err := checkOrder(passes, passOrder); err != nil {
		panic(err)
	}
}

func checkOrder(passes []Pass, order [][2]string) error {
	position := func(name string) int {
		return slices.IndexFunc(passes, func(p Pass) bool { return p.Name == name })
	}
	for _, pair := range order {
		if first, second := position(pair[0]), position(pair[1]); first < 0 || second < 0 || first > second {
			return fmt.Errorf("pass %q must run before %q", pair[0], pair[1])
		}
	}
	return nil
}

// Optimize returns a copy of the module after all passes. The module is
// verified after each, so that a wrong pass is named and not its victim.
func Optimize(m *Module) (*Module, error) {
	result := m.Clone()
	var done []string
	for _, pass := range passes {
		if _, err := pass.Run(result); err != nil {
			return nil, fmt.Errorf("pass %s: %w", pass.Name, err)
		}
		if err := Verify(result); err != nil {
			return nil, fmt.Errorf("pass %s (after %s) left a wrong graph: %w", pass.Name, strings.Join(done, ", "), err)
		}
		done = append(done, pass.Name)
	}
	return result, nil
}

// replace puts new values in the place of old ones, in arguments and outputs.
func (f *Func) replace(values map[*Value]*Value) {
	for _, node := range f.Nodes {
		for i, arg := range node.Args {
			if other := values[arg]; other != nil {
				node.Args[i] = other
			}
		}
	}
	for i, output := range f.Outputs {
		if other := values[output.Value]; other != nil {
			f.Outputs[i].Value = other
		}
	}
}
