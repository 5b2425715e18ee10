package lower

import (
	"fmt"
	"slices"

	"gmnc/ir"
)

// passes lower an optimized module to operators for which there are kernels. They run one after
// the other over all nodes.
var passes = []ir.Pass{
	onMain("transpose weights", TransposeWeights), {Name: "choose rows", Run: chooseRows}, onMain("narrow products", narrowProducts),
	fuse("norm", fuseNorm), fuse("norm grads", fuseNormGrads),
	fuse("slope", fuseSlope), fuse("linear", fuseLinear), fuse("edges", fuseEdges), fuse("scatter", fuseScatter),
	fuse("accumulate", fuseAccumulate), fuse("mix", fuseMix), fuse("silu", fuseSiLU), fuse("times", fuseTimes),
	fuse("grads", fuseGrads), fuse("residual", fuseResidual), fuse("repeats", fuseRepeats), fuse("start", fuseStart),
	fuse("where", fuseWhere), fuse("gathers", fuseGathers), fuse("scatters", fuseScatters), fuse("ends", fuseEndpoints),
	fuse("outer", fuseOuter), fuse("blocks", fuseBlocks), fuse("add blocks", fuseAddBlocks), fuse("last", fuseLast), fuse("both", fuseBoth),
	fuse("pads", fusePads), fuse("sides", fuseSides), fuse("columns grads", fuseColumnsGrads),
	{Name: "rows", Run: groupRows},
}

// passOrder says which pass must run before which, and why.
var passOrder = [][2]string{
	// A choice is recognized as a product, and all other passes need the final rows.
	{"choose rows", "narrow products"}, {"choose rows", "times"}, {"choose rows", "mix"}, {"choose rows", "rows"},
	// Norms are recognized by their parts, as they were differentiated, with transposed tables.
	// Their gradients are recognized by the operator that ReLU of a norm became.
	{"transpose weights", "norm grads"}, {"norm", "norm grads"}, {"norm grads", "times"}, {"norm grads", "mix"},
	// The fusions of products do not check whether the second factor is transposed.
	{"transpose weights", "linear"}, {"transpose weights", "accumulate"}, {"transpose weights", "times"},
	{"transpose weights", "outer"}, {"transpose weights", "blocks"},
	// Columns of a product with a transposed weight become columns of the copy.
	{"transpose weights", "narrow products"},
	// Narrowed products are fused like others.
	{"narrow products", "linear"}, {"narrow products", "accumulate"}, {"narrow products", "times"}, {"narrow products", "grads"},
	// The slope is recognized by its parts, as they were differentiated. It becomes a result of
	// SiLU, which then becomes part of a product.
	{"slope", "linear"}, {"slope", "accumulate"}, {"slope", "times"}, {"slope", "silu"},
	// SiLU and factors end sums with products, and residuals begin the remaining ones.
	{"linear", "silu"}, {"accumulate", "silu"}, {"accumulate", "times"}, {"silu", "residual"},
	// Mixes with one factor for each row become products of elements.
	{"mix", "times"}, {"mix", "repeats"},
	// A sum of gathered rows is not a sum of edges. A scattered sum is only recognized if no
	// product was added first.
	{"edges", "gathers"}, {"scatter", "accumulate"},
	// A product starts from rows of edges, which must be one operator by then. After a start
	// nothing can be fused with the sum.
	{"edges", "start"}, {"repeats", "start"}, {"silu", "start"}, {"times", "start"}, {"residual", "start"},
	// Both halves of two scatters must be one operator by then. Those that are left may be one
	// end of a sum over edges.
	{"scatter", "scatters"}, {"scatter", "ends"}, {"scatters", "ends"},
	// Programs take the remaining operators, and nothing is fused with a program.
	{"start", "rows"}, {"where", "rows"}, {"gathers", "rows"}, {"ends", "rows"}, {"grads", "rows"},
	// Gradients of columns must be side by side by then, and layers one operator. Sums of a
	// bias must not be part of the gradient of its weight any more.
	{"pads", "sides"}, {"linear", "sides"}, {"residual", "sides"}, {"sides", "rows"},
	{"grads", "columns grads"}, {"columns grads", "rows"},
	{"outer", "rows"}, {"outer", "last"}, {"blocks", "add blocks"}, {"add blocks", "last"}, {"last", "both"}, {"both", "rows"}, {"pads", "rows"},
}

func init() {
	if err := ir.CheckOrder(passes, passOrder); err != nil {
		panic(err)
	}
}

// Passes returns the passes that Module runs, in order.
func Passes() []ir.Pass { return slices.Clone(passes) }

// Module lowers an optimized module, which it changes, to operators for which there are
// kernels. Tests verify the module after each pass.
func Module(m *ir.Module) error {
	for _, pass := range passes {
		if _, err := pass.Run(m); err != nil {
			return fmt.Errorf("pass %s: %w", pass.Name, err)
		}
	}
	if err := ir.Verify(m); err != nil {
		return fmt.Errorf("the passes left a wrong graph: %w", err)
	}
	return nil
}

// onMain returns the pass that rewrites the main graph.
func onMain(name string, rewrite func(f *ir.Func) (changed int)) ir.Pass {
	return ir.Pass{Name: name, Run: func(m *ir.Module) (int, error) { return rewrite(m.Main), nil }}
}
