package lower

import (
	"fmt"
	"slices"

	"gmnc/ir"
)

// passes lower an optimised module to what there are kernels for, one after
// the other over all nodes.
var passes = []ir.Pass{
	onMain("transpose weights", TransposeWeights), {Name: "choose rows", Run: chooseRows}, onMain("narrow products", narrowProducts),
	fuse("norm", fuseNorm), fuse("norm grads", fuseNormGrads),
	fuse("slope", fuseSlope), fuse("linear", fuseLinear), fuse("edges", fuseEdges), fuse("scatter", fuseScatter),
	fuse("accumulate", fuseAccumulate), fuse("mix", fuseMix), fuse("silu", fuseSiLU), fuse("times", fuseTimes),
	fuse("grads", fuseGrads), fuse("residual", fuseResidual), fuse("repeats", fuseRepeats), fuse("start", fuseStart),
	fuse("where", fuseWhere), fuse("gathers", fuseGathers), fuse("scatters", fuseScatters), fuse("ends", fuseEnds),
	fuse("outer", fuseOuter), fuse("blocks", fuseBlocks), fuse("beside", fuseBeside), fuse("last", fuseLast), fuse("both", fuseBoth),
	fuse("pads", fusePads), fuse("sides", fuseSides), fuse("columns grads", fuseColumnsGrads),
	{Name: "rows", Run: groupRows},
}

// passOrder says which pass must run before which, and why.
var passOrder = [][2]string{
	// A choice is known as a product, and everything else has the rows it will have.
	{"choose rows", "narrow products"}, {"choose rows", "times"}, {"choose rows", "mix"}, {"choose rows", "rows"},
	// Norms are known by their parts, as they were differentiated, with tables
	// that are transposed, and their gradients by what ReLU of a norm became.
	{"transpose weights", "norm grads"}, {"norm", "norm grads"}, {"norm grads", "times"}, {"norm grads", "mix"},
	// No fusion of a product looks at whether its second factor is transposed.
	{"transpose weights", "linear"}, {"transpose weights", "accumulate"}, {"transpose weights", "times"},
	{"transpose weights", "outer"}, {"transpose weights", "blocks"},
	// Columns of a product with a transposed weight are columns of the copy.
	{"transpose weights", "narrow products"},
	// Products that are narrowed are fused like others.
	{"narrow products", "linear"}, {"narrow products", "accumulate"}, {"narrow products", "times"}, {"narrow products", "grads"},
	// The slope is known by its parts, as they were differentiated, and becomes
	// a result of SiLU, which then becomes part of a product.
	{"slope", "linear"}, {"slope", "accumulate"}, {"slope", "times"}, {"slope", "silu"},
	// SiLU and factors end sums with products, residuals begin those that are left.
	{"linear", "silu"}, {"accumulate", "silu"}, {"accumulate", "times"}, {"silu", "residual"},
	// Vectors with one factor a row are products of elements.
	{"mix", "times"}, {"mix", "repeats"},
	// A sum of gathered rows is no sum of edges; a scattered sum is found where
	// a product was not added first.
	{"edges", "gathers"}, {"scatter", "accumulate"},
	// A product starts from rows of edges that are one operator by then, and
	// a start ends what can still be fused with the sum.
	{"edges", "start"}, {"repeats", "start"}, {"silu", "start"}, {"times", "start"}, {"residual", "start"},
	// Both halves of two scatters are one operator by then; those left may be
	// one end of a sum over edges.
	{"scatter", "scatters"}, {"scatter", "ends"}, {"scatters", "ends"},
	// Programs take what is left, and nothing is fused with a program.
	{"start", "rows"}, {"where", "rows"}, {"gathers", "rows"}, {"ends", "rows"}, {"grads", "rows"},
	// Gradients of columns are side by side by then, and layers one operator;
	// sums of a bias are no part of its weight's gradient any more.
	{"pads", "sides"}, {"linear", "sides"}, {"residual", "sides"}, {"sides", "rows"},
	{"grads", "columns grads"}, {"columns grads", "rows"},
	{"outer", "rows"}, {"outer", "last"}, {"blocks", "beside"}, {"beside", "last"}, {"last", "both"}, {"both", "rows"}, {"pads", "rows"},
}

func init() {
	if err := ir.CheckOrder(passes, passOrder); err != nil {
		panic(err)
	}
}

// Passes are those that Module runs, in their order.
func Passes() []ir.Pass { return slices.Clone(passes) }

// Module lowers an optimised module, which it changes, to what there are kernels for.
// Tests verify the module after each pass.
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

// onMain is the pass that rewrites the main graph.
func onMain(name string, rewrite func(f *ir.Func) (changed int)) ir.Pass {
	return ir.Pass{Name: name, Run: func(m *ir.Module) (int, error) { return rewrite(m.Main), nil }}
}
