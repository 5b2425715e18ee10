package forms

import (
	"maps"

	"gmnc/export/systems"
	"gmnc/ir"
)

// Emitter writes the functions of a module. It implements ir.Emitter.
type Emitter struct {
	*systems.Emitter
	// Trains reports whether a file makes steps of training, in which weights are inputs.
	Trains bool
	// readBy holds the nodes that read a value, once for each argument that the value is, with
	// nil for an output.
	readBy map[*ir.Value][]*ir.Node
	vectorForms
	// joined holds the values between which kinds choose, by their number of columns.
	joined map[int][][]string
}

// New returns an emitter of a module that writes to the given one.
func New(on *systems.Emitter) *Emitter {
	return &Emitter{
		Emitter: on, vectorForms: newVectorForms(),
		readBy: map[*ir.Value][]*ir.Node{},
		joined: map[int][][]string{},
	}
}

// Function writes the nodes of f and returns its outputs.
func (e *Emitter) Function(f *ir.Func, args []string, scope string) []string {
	values := map[*ir.Value]string{}
	for i, input := range f.Inputs {
		values[input] = args[i]
	}
	names := func(of []*ir.Value) []string {
		all := make([]string, len(of))
		for i, value := range of {
			all[i] = values[value]
		}
		return all
	}
	linears := linearsOf(f)
	maps.Copy(e.readBy, f.Readers())
	name := func(of *ir.Value) string { return values[of] }
	for _, node := range f.Nodes {
		formed, ok := "", false
		if node.Callee == nil {
			formed, ok = e.formed(node.Result(), scope, name)
		}
		switch {
		case ok:
			values[node.Result()] = formed
		case linears.products[node]:
		case linears.args[node] != nil:
			values[node.Result()] = e.linear(node, names(linears.args[node]), linears.turned[node], scope)
		case node.Callee != nil:
			for i, result := range e.Function(node.Callee, names(node.Args), scope+node.Text("scope")+"/") {
				values[node.Results[i]] = result
			}
		case e.isPart(node):
			values[node.Result()] = e.Part(node)
		default:
			values[node.Result()] = e.Named(scope+node.Result().Name, func() string {
				return e.operation(node, names(node.Args))
			})
		}
		for _, result := range node.Results {
			if name := values[result]; name != "" {
				e.DeclareValue(name, result.Type)
				e.Shared[name] = len(e.readBy[result]) > 1
			}
		}
	}
	outputs := make([]*ir.Value, len(f.Outputs))
	for i, output := range f.Outputs {
		outputs[i] = output.Value
	}
	return names(outputs)
}

// operation writes the operators of a node.
func (e *Emitter) operation(node *ir.Node, args []string) string {
	switch {
	case e.Within && node.Is(ir.ScatterAdd):
		return e.SumWithin(node, args[0], args[1])
	case e.Trains && overEdges(node):
		product := node.Op.ONNX(e, node, args)
		some := e.Op("Greater", nil, e.Size(systems.Edges), e.Ints([]int64{0}, 1))
		return e.Op("Where", nil, some, product, e.Floats([]float64{0}))
	}
	return node.Op.ONNX(e, node, args)
}

// overEdges reports whether a node is a product that adds up rows of edges. If there are no
// edges, onnxruntime does not initialize the result.
func overEdges(node *ir.Node) bool {
	return node.Is(ir.MatMul) && node.Bool("transpose_x") && node.Args[0].Type.Rows() == ir.Rows(systems.Edges)
}

// isPart reports whether a node reads rows of a weight that is in the file and that no training
// step changes.
func (e *Emitter) isPart(node *ir.Node) bool {
	return !e.Trains && node.Is(ir.TakeRows) && node.Args[0].Param && e.Tensor(node.Args[0].Name) != nil
}
