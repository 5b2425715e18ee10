package tensors

import (
	"fmt"

	"gmnc/builder/graph"
	"gmnc/builder/harmonics"
	"gmnc/ir"
)

// path leads from features of one degree to features of another. Its kernel has a product for
// each degree J of harmonics from |from-to| to from+to.
type path struct{ from, to int }

func (p path) products() int { return 2*min(p.from, p.to) + 1 }

// String is part of the names of a path's functions.
func (p path) String() string { return fmt.Sprintf("%dto%d", p.from, p.to) }

// paths returns the paths between features. Paths to the same degree follow one another.
func paths(from, to channels) (all []path) {
	for _, l := range to.present() {
		for _, k := range from.present() {
			all = append(all, path{k, l})
		}
	}
	return all
}

// tensorEdges holds the inputs of kernels that belong to edges. They are the same in all
// layers.
type tensorEdges struct {
	senders *ir.Value
	// radial holds the length and the EdgeAttributes: [edges,F].
	radial *ir.Value
	// angular is, for each path from k to l, the Clebsch-Gordan projection of
	// the harmonics of the direction,
	//
	//	A[m', J, m] = sum over M of <l m' k m | J M> Y_JM
	//
	// for the components m' of degree l and m of degree k.
	angular map[path]*ir.Value
}

// newTensorEdges writes the inputs of kernels that belong to edges. The direction of an edge of
// length 0 is 0, and so are its harmonics of all degrees above 0.
func newTensorEdges(w *graph.Writer) tensorEdges {
	offset := w.EdgeOffset(w.Inputs.Position)
	distance := graph.Length(w.Builder, offset)
	direction := w.Div(offset, distance)

	all := paths(channels{1, 1, 1}, channels{1, 1, 1})
	angular := w.Define("harmonics", func(b *graph.Networks) {
		y := sphericalHarmonics(b, b.Input("direction", ir.Floats(ir.Rows(graph.Edges), 3)))
		for _, p := range all {
			b.Output(p.String(), b.MatMul(y, coupling(b, p), false, false))
		}
	})
	e := tensorEdges{
		senders: w.Inputs.Senders,
		radial:  w.Name("radial_features", w.Concat(append([]*ir.Value{distance}, w.EdgeAttributes()...)...)),
		angular: map[path]*ir.Value{},
	}
	for i, value := range w.Call(angular, direction) {
		e.angular[all[i]] = value
	}
	return e
}

// sphericalHarmonics returns the spherical harmonics of all degrees, side by side.
func sphericalHarmonics(n *graph.Networks, direction *ir.Value) *ir.Value {
	known := []*ir.Value{
		n.Broadcast(n.Scalar(harmonics.Norm(0)), graph.Edges),
		n.Mul(direction, n.Scalar(harmonics.Norm(1))),
	}
	for _, step := range harmonics.Recursion() {
		product := n.RowMatMul(known[step.First], known[step.Second], 1, false, false)
		table := n.Const(product.Type.Columns(), components(step.Degree), step.Table...)
		known = append(known, n.MatMul(product, table, false, false))
	}
	return n.Concat(known...)
}

// coupling returns the matrix that maps the harmonics of all degrees to the angular part of a
// path.
func coupling(n *graph.Networks, p path) *ir.Value {
	const rows = (harmonics.MaxDegree + 1) * (harmonics.MaxDegree + 1)
	from, columns := components(p.from), components(p.to)*p.products()*components(p.from)
	table := make([]float64, rows*columns)
	for product := range p.products() {
		degree := max(p.from-p.to, p.to-p.from) + product
		width := components(degree)
		for i, coefficient := range harmonics.ClebschGordan(p.to, p.from, degree) {
			pair, m := i/width, i%width
			column := (pair/from*p.products()+product)*from + pair%from
			table[(degree*degree+m)*columns+column] = coefficient
		}
	}
	return n.Const(rows, columns, table...)
}

// declareTensorEdges declares the values of edges as inputs of a function, for the paths that
// it needs, with the given number of radial features.
func declareTensorEdges(n *graph.Networks, all []path, radial int) tensorEdges {
	e := tensorEdges{
		senders: n.Input("senders", ir.Indices(graph.Particles, ir.Rows(graph.Edges))),
		radial:  n.Input("radial_features", ir.Floats(ir.Rows(graph.Edges), radial)),
		angular: map[path]*ir.Value{},
	}
	for _, p := range all {
		width := components(p.to) * p.products() * components(p.from)
		e.angular[p] = n.Input("angular/"+p.String(), ir.Floats(ir.Rows(graph.Edges), width))
	}
	return e
}

// list returns the arguments for the inputs that declareTensorEdges declares.
func (e tensorEdges) list(all []path) []*ir.Value {
	values := []*ir.Value{e.senders, e.radial}
	for _, p := range all {
		values = append(values, e.angular[p])
	}
	return values
}
