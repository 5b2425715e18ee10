package ir

import (
	"fmt"
	"slices"
	"strings"
)

// Pass rewrites a verified module in place without changing what it computes,
// except for rounding.
type Pass struct {
	Name string
	// Run returns how many nodes it changed.
	Run func(m *Module) (changed int, err error)
}

// cleanup removes nodes that compute the same as others, or whose results are not used.
var cleanup = []Pass{
	{"fold constants", foldConstants},
	{"common subexpressions", commonSubexpressions},
	{"dead code", deadCode},
}

// inlining makes the bodies of functions visible to passes.
var inlining = []Pass{{"inline", inline}}

// passes holds the passes of Optimize, in order. They change no bit of a result.
var passes = slices.Concat(inlining, cleanup)

// kernelPasses holds the passes of OptimizeForKernels, in order. They also reorder additions,
// which changes the last bits, to save multiplications.
var kernelPasses = slices.Concat(passes, []Pass{
	{"fold repeated inputs", foldRepeatedInputs},
	{"split products", splitProducts},
}, cleanup)

// passOrder says which pass must run before which, and why.
var passOrder = [][2]string{
	// A call hides the constants and the repetitions in its body, and the parts of it that
	// nothing uses.
	{"inline", "fold constants"},
	{"inline", "common subexpressions"},
	{"inline", "dead code"},
	// Folding makes equal constants out of unequal expressions.
	{"fold constants", "common subexpressions"},
	// Folding leaves arguments that nothing uses.
	{"fold constants", "dead code"},
}

// kernelOrder is what kernelPasses must keep beyond passOrder.
var kernelOrder = [][2]string{
	// An input that is computed twice would not be recognized as repeated.
	{"common subexpressions", "fold repeated inputs"},
	// Splitting multiplies by each of the repetitions, and folding afterwards finds no concat
	// any more.
	{"fold repeated inputs", "split products"},
	// Rows of constant weights are constants, rows of the same weights are taken more than
	// once, and wide concats remain.
	{"split products", "fold constants"},
	{"split products", "common subexpressions"},
	{"split products", "dead code"},
}

func init() {
	if err := CheckOrder(passes, passOrder); err != nil {
		panic(err)
	}
	if err := CheckOrder(kernelPasses, slices.Concat(passOrder, kernelOrder)); err != nil {
		panic(err)
	}
}

// CheckOrder checks a list of passes against an order: pairs of names, of which the first must run
// before the second. If a pass runs more than once, one of its runs must satisfy each pair.
func CheckOrder(passes []Pass, order [][2]string) error {
	names := make([]string, len(passes))
	for i, pass := range passes {
		names[i] = pass.Name
	}
	for _, pair := range order {
		first := slices.Index(names, pair[0])
		if first < 0 || !slices.Contains(names[first:], pair[1]) {
			return fmt.Errorf("pass %q must run before %q", pair[0], pair[1])
		}
	}
	return nil
}

// Optimize returns a copy of the module after all passes that change no bit of its results. The
// module is verified after the last pass. If it is wrong, the passes run again with a
// verification after each, so that the error names the wrong pass and not a later one.
func Optimize(m *Module) (*Module, error) { return run(passes, m) }

// OptimizeForKernels does what Optimize does and cuts multiplications: it
// folds inputs that enter a product twice and moves products from edge rows
// to particle rows. Results differ from the results of m by rounding.
//
// Apply it to the forward graph, before Gradient: the gradients of a product that is split are
// split, too, but those of a whole product cannot be split later. After Gradient, use Optimize.
func OptimizeForKernels(m *Module) (*Module, error) { return run(kernelPasses, m) }

// OptimizeForFile prepares a module for a file that holds these weights. Operators without an
// ONNX form are replaced by their meanings. Products move from edge rows to particle rows, each
// component of a vector gets a factor of its own, and squares replace products with
// perpendicular vectors. Values that follow from weights and constants alone become constants.
// An input that enters a product twice is left, since the sum of its weights would replace
// these.
func OptimizeForFile(m *Module, weights map[string][]float32) (*Module, error) {
	return run(slices.Concat(inlining, []Pass{{"expand", expandUnwritten}, {"leave out choices", leaveOutChoices}}, cleanup, []Pass{
		{"split products", splitProducts}, {"single blocks", singleBlocks}, {"spread factors", spreadFactors(weights)},
		{"perpendicular vectors", perpendicular},
		{"fold weights", foldWeights(weights)}, {"scale weights", scaleWeights}, {"neutral arguments", neutralArguments},
	}, cleanup), m)
}

// OptimizeRotations does what Optimize does to a module whose vectors are rotated more than once.
// It takes their lengths and angular velocities from before the rotation.
func OptimizeRotations(m *Module) (*Module, error) {
	return run(slices.Concat(passes, []Pass{{"rotated squares", rotatedSquares}}, cleanup, []Pass{{"rotated spins", rotatedSpins}}, cleanup), m)
}

func run(passes []Pass, m *Module) (*Module, error) {
	result, err := runVerified(passes, m, len(passes)-1)
	if err != nil {
		return runVerified(passes, m, 0)
	}
	return result, nil
}

// runVerified runs the passes, and verifies the module after each pass from a number on.
func runVerified(passes []Pass, m *Module, from int) (*Module, error) {
	result := m.Clone()
	var done []string
	for i, pass := range passes {
		if _, err := pass.Run(result); err != nil {
			return nil, fmt.Errorf("pass %s: %w", pass.Name, err)
		}
		if i >= from {
			if err := Verify(result); err != nil {
				return nil, fmt.Errorf("pass %s (after %s) left a wrong graph: %w", pass.Name, strings.Join(done, ", "), err)
			}
		}
		done = append(done, pass.Name)
	}
	return result, nil
}

// replace replaces old values by new ones, in arguments and outputs.
func (f *Func) replace(values map[*Value]*Value) {
	for _, node := range f.Nodes {
		node.replaceArgs(values)
	}
	for i, output := range f.Outputs {
		if other := values[output.Value]; other != nil {
			f.Outputs[i].Value = other
		}
	}
}

func (n *Node) replaceArgs(values map[*Value]*Value) {
	for i, arg := range n.Args {
		if other := values[arg]; other != nil {
			n.Args[i] = other
		}
	}
}
