package lower_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime/native/lower"
)

// lowered returns the text of a module after it was optimized and lowered.
func lowered(t *testing.T, m *ir.Module) string {
	t.Helper()
	flat, err := ir.Optimize(m)
	require.NoError(t, err)
	require.NoError(t, lower.Module(flat))
	return ir.Print(flat)
}

// TestFusions shows what becomes of a layer and its gradients: the messages
// of a linear layer on both ends of an edge, added up at the receiver.
func TestFusions(t *testing.T) {
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("particles"), 2))
		senders := b.Input("senders", ir.Indices("particles", ir.Rows("edges")))
		w, bias := b.Param("w", ir.Floats(ir.Fixed(2), 2)), b.Param("bias", ir.Floats(ir.Fixed(1), 2))
		h := b.Name("h", b.Add(b.MatMul(x, w, false, false), bias))
		message := b.Name("message", b.SiLU(b.Add(b.Repeat(h, "neighbors"), b.Gather(h, senders))))
		b.Output("loss", b.Name("loss", b.SumRows(b.SumColumns(b.Mul(message, message)))))
	}))
	gradient, _, err := ir.Gradient(m, "loss", []string{"w", "bias", "x"})
	require.NoError(t, err)
	require.Equal(t, `module sample
rows particles
count neighbors
rows edges = particles * neighbors

func @rows0(%h: float[particles,2], %senders: index<particles>[edges], %grad/const: float[1,1], %grad/const.2: float[1,2]) {
  %add.2 = add_edges %h, %h, %senders : float[edges,2]
  %grad/broadcast = broadcast %grad/const {rows=edges} : float[edges,1]
  %grad/mul = mul %grad/broadcast, %grad/const.2 : float[edges,2]
  return add.2=%add.2, grad/mul=%grad/mul
}

func @rows1(%message: float[edges,2], %grad/mul: float[edges,2], %message/slope: float[edges,2]) {
  %mul = mul %message, %message : float[edges,2]
  %sum_columns = sum_columns %mul : float[edges,1]
  %grad/mul.2 = mul %grad/mul, %message : float[edges,2]
  %grad/add = add %grad/mul.2, %grad/mul.2 : float[edges,2]
  %grad/mul.5 = mul %grad/add, %message/slope : float[edges,2]
  return sum_columns=%sum_columns, grad/mul.5=%grad/mul.5
}

main(%x: float[particles,2], %senders: index<particles>[edges], param %w: float[2,2], param %bias: float[1,2]) {
  %h = linear %x, %w, %bias : float[particles,2]
  %grad/const = const {columns=1, rows=1, values=[1.0]} : float[1,1]
  %grad/const.2 = const {columns=2, rows=1, values=[1.0 1.0]} : float[1,2]
  %w/transpose = transpose %w : float[2,2]
  %add.2, %grad/mul = call @rows0 %h, %senders, %grad/const, %grad/const.2 {scope=rows0} : float[edges,2], float[edges,2]
  %message, %message/slope = silu_slope %add.2 : float[edges,2], float[edges,2]
  %sum_columns, %grad/mul.5 = call @rows1 %message, %grad/mul, %message/slope {scope=rows1} : float[edges,1], float[edges,2]
  %loss = sum_rows %sum_columns : float[1,1]
  %grad/sum_groups = sum_groups %grad/mul.5 {count=neighbors} : float[particles,2]
  %grad/add.3 = add_scatter %grad/sum_groups, %grad/mul.5, %senders : float[particles,2]
  %grad/x = matmul %grad/add.3, %w/transpose {transpose_x=false, transpose_y=false} : float[particles,2]
  %grad/w, %grad/bias = linear_grads %x, %grad/add.3 : float[2,2], float[1,2]
  return loss=%loss, grad/w=%grad/w, grad/bias=%grad/bias, grad/x=%grad/x
}
`, lowered(t, gradient))
}

// TestFusionsOfProducts shows what becomes of two layers with SiLU: it is
// part of the product before it, gives its slope as well, and the product
// of the gradient multiplies with that.
func TestFusionsOfProducts(t *testing.T) {
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("particles"), 2))
		w, bias := b.Param("w", ir.Floats(ir.Fixed(2), 2)), b.Param("bias", ir.Floats(ir.Fixed(1), 2))
		h := b.Name("h", b.SiLU(b.Add(b.MatMul(x, w, false, false), bias)))
		y := b.Name("y", b.SiLU(b.Add(b.Square(x), b.MatMul(h, w, false, false))))
		b.Output("loss", b.Name("loss", b.SumRows(b.SumColumns(y))))
	}))
	gradient, _, err := ir.Gradient(m, "loss", []string{"w"})
	require.NoError(t, err)
	require.Equal(t, `module sample
rows particles
count neighbors
rows edges = particles * neighbors

func @rows0(%x: float[particles,2], %grad/const: float[1,1], %grad/const.2: float[1,2]) {
  %square = square %x : float[particles,2]
  %grad/broadcast = broadcast %grad/const {rows=particles} : float[particles,1]
  %grad/mul = mul %grad/broadcast, %grad/const.2 : float[particles,2]
  return square=%square, grad/mul=%grad/mul
}

func @rows1(%y: float[particles,2], %grad/mul: float[particles,2], %y/slope: float[particles,2]) {
  %sum_columns = sum_columns %y : float[particles,1]
  %grad/mul.3 = mul %grad/mul, %y/slope : float[particles,2]
  return sum_columns=%sum_columns, grad/mul.3=%grad/mul.3
}

main(%x: float[particles,2], param %w: float[2,2], param %bias: float[1,2]) {
  %h, %h/slope = linear_silu %x, %w, %bias : float[particles,2], float[particles,2]
  %grad/const = const {columns=1, rows=1, values=[1.0]} : float[1,1]
  %grad/const.2 = const {columns=2, rows=1, values=[1.0 1.0]} : float[1,2]
  %w/transpose = transpose %w : float[2,2]
  %square, %grad/mul = call @rows0 %x, %grad/const, %grad/const.2 {scope=rows0} : float[particles,2], float[particles,2]
  %y, %y/slope = accumulate_silu %square, %h, %w : float[particles,2], float[particles,2]
  %sum_columns, %grad/mul.3 = call @rows1 %y, %grad/mul, %y/slope {scope=rows1} : float[particles,1], float[particles,2]
  %loss = sum_rows %sum_columns : float[1,1]
  %grad/matmul.2 = matmul %h, %grad/mul.3 {transpose_x=true, transpose_y=false} : float[2,2]
  %grad/mul.5 = matmul_times %grad/mul.3, %w/transpose, %h/slope : float[particles,2]
  %grad/matmul.4 = matmul %x, %grad/mul.5 {transpose_x=true, transpose_y=false} : float[2,2]
  %grad/w = add %grad/matmul.2, %grad/matmul.4 : float[2,2]
  return loss=%loss, grad/w=%grad/w
}
`, lowered(t, gradient))
}

// TestFusionsOfEdges shows the others: differences along edges, one factor
// for a vector, a product added to a value, and columns of a product.
func TestFusionsOfEdges(t *testing.T) {
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("particles"), 3))
		senders := b.Input("senders", ir.Indices("particles", ir.Rows("edges")))
		v, w := b.Param("v", ir.Floats(ir.Fixed(3), 3)), b.Param("w", ir.Floats(ir.Fixed(3), 4))
		offset := b.Name("offset", b.Sub(b.Repeat(x, "neighbors"), b.Gather(x, senders)))
		scaled := b.Name("scaled", b.Mix(b.Columns(offset, 0, 1), offset, true))
		sum := b.Name("sum", b.Add(b.MatMul(offset, v, false, false), scaled))
		b.Output("y", b.Name("y", b.Columns(b.MatMul(sum, w, false, false), 1, 3)))
	}))
	require.Equal(t, `module sample
rows particles
count neighbors
rows edges = particles * neighbors

func @rows0(%x: float[particles,3], %senders: index<particles>[edges]) {
  %offset = subtract_edges %x, %x, %senders : float[edges,3]
  %columns = columns %offset {start=0, stop=1} : float[edges,1]
  %scaled = mul %offset, %columns : float[edges,3]
  return offset=%offset, scaled=%scaled
}

main(%x: float[particles,3], %senders: index<particles>[edges], param %v: float[3,3], param %w: float[3,4]) {
  %w/columns = columns %w {start=1, stop=3} : float[3,2]
  %offset, %scaled = call @rows0 %x, %senders {scope=rows0} : float[edges,3], float[edges,3]
  %sum = accumulate %scaled, %offset, %v : float[edges,3]
  %y = matmul %sum, %w/columns {transpose_x=false, transpose_y=false} : float[edges,2]
  return y=%y
}
`, lowered(t, m))
}

// TestFusionsOfWideRows shows the fusions of rows too wide for programs: two gathers or
// scatters added up, choices between zero and a value, sums of edges at both ends, and
// products added to rows that are repeated, gathered or have a bias added.
func TestFusionsOfWideRows(t *testing.T) {
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		h := b.Input("h", ir.Floats(ir.Rows("particles"), 20))
		first, second := b.Input("first", ir.Indices("particles", ir.Rows("particles"))), b.Input("second", ir.Indices("particles", ir.Rows("particles")))
		senders := b.Input("senders", ir.Indices("particles", ir.Rows("edges")))
		kind, feature := b.Input("kind", ir.Floats(ir.Rows("particles"), 1)), b.Input("feature", ir.Floats(ir.Rows("edges"), 2))
		mask := b.Input("mask", ir.Floats(ir.Rows("edges"), 1))
		w, v := b.Param("w", ir.Floats(ir.Fixed(2), 20)), b.Param("v", ir.Floats(ir.Fixed(2), 20))
		u, bias := b.Param("u", ir.Floats(ir.Fixed(20), 20)), b.Param("bias", ir.Floats(ir.Fixed(1), 20))
		both := b.Name("both", b.Add(b.Gather(h, first), b.Gather(h, second)))
		all := b.Name("all", b.Add(b.Select(kind, b.Scalar(0), both), b.Add(b.Select(kind, both, b.Scalar(0)), h)))
		some := b.Name("some", b.Add(b.Select(kind, h, b.Scalar(0)), b.Select(kind, b.Scalar(0), all)))
		message := b.Name("message", b.SiLU(b.Add(b.Add(b.Repeat(h, "neighbors"), b.Gather(all, senders)), b.MatMul(feature, w, false, false))))
		y := b.Name("y", b.Mul(message, b.Add(b.Mul(b.Repeat(some, "neighbors"), mask), b.MatMul(feature, v, false, false))))
		received, sent := b.Name("received", b.SumGroups(y, "neighbors")), b.Name("sent", b.ScatterAdd(y, senders))
		b.Output("z", b.Name("z", b.Add(received, b.Add(b.MatMul(sent, u, false, false), bias))))
		b.Output("back", b.Name("back", b.Add(b.ScatterAdd(all, first), b.ScatterAdd(all, second))))
	}))
	require.Equal(t, `module sample
rows particles
count neighbors
rows edges = particles * neighbors

main(%h: float[particles,20], %first: index<particles>[particles], %second: index<particles>[particles], %senders: index<particles>[edges], %kind: float[particles,1], %feature: float[edges,2], %mask: float[edges,1], param %w: float[2,20], param %v: float[2,20], param %u: float[20,20], param %bias: float[1,20]) {
  %both = add_gathers %h, %first, %second : float[particles,20]
  %all = add_where %h, %kind, %both, %kind, %both {holds=[1.0 0.0]} : float[particles,20]
  %some = add_where %kind, %all, %kind, %h {holds=[0.0 1.0]} : float[particles,20]
  %message = accumulate_silu %h, %all, %senders, %feature, %w {start=add_edges} : float[edges,20]
  %y = accumulate_times %some, %mask, %feature, %v, %message {start=repeat_times} : float[edges,20]
  %received, %sent = sum_endpoints %y, %senders : float[particles,20], float[particles,20]
  %z = accumulate %received, %bias, %sent, %u {start=add} : float[particles,20]
  %back = add_scatters %all, %second, %first : float[particles,20]
  return z=%z, back=%back
}
`, lowered(t, m))
}
