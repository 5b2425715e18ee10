package export

import (
	"maps"

	"gmnc/ir"
)

// formsEmitter writes the functions of a module. It implements ir.Emitter.
type formsEmitter struct {
	*systemsEmitter
	// trains reports whether a file makes steps of training, in which weights are inputs.
	trains bool
	// readBy are the nodes that read a value, once for each argument that it is, and nil
	// for an output.
	readBy map[*ir.Value][]*ir.Node
	vectorForms
	// beside are the values between which kinds choose, by their columns.
	beside map[int][][]string
}

// newFormsEmitter returns an emitter of a module that writes on.
func newFormsEmitter(on *systemsEmitter) *formsEmitter {
	return &formsEmitter{
		systemsEmitter: on, vectorForms: newVectorForms(),
		readBy: map[*ir.Value][]*ir.Node{},
		beside: map[int][][]string{},
	}
}

// function writes the nodes of f and returns its outputs.
func (e *formsEmitter) function(f *ir.Func, args []string, scope string) []string {
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
			for i, result := range e.function(node.Callee, names(node.Args), scope+node.Text("scope")+"/") {
				values[node.Results[i]] = result
			}
		case e.isPart(node):
			values[node.Result()] = e.part(node)
		default:
			values[node.Result()] = e.named(scope+node.Result().Name, func() string {
				return e.operation(node, names(node.Args))
			})
		}
		for _, result := range node.Results {
			if name := values[result]; name != "" {
				e.declareValue(name, result.Type)
				e.shared[name] = len(e.readBy[result]) > 1
			}
		}
	}
	outputs := make([]*ir.Value, len(f.Outputs))
	for i, output := range f.Outputs {
		outputs[i] = output.Value
	}
	return names(outputs)
}

// operation writes what an operator computes.
func (e *formsEmitter) operation(node *ir.Node, args []string) string {
	switch {
	case e.within && node.Is(ir.ScatterAdd):
		return e.sumWithin(node, args[0], args[1])
	case e.trains && overEdges(node):
		product := node.Op.ONNX(e, node, args)
		some := e.Op("Greater", nil, e.Size(edges), e.Ints([]int64{0}, 1))
		return e.Op("Where", nil, some, product, e.Floats([]float64{0}))
	}
	return node.Op.ONNX(e, node, args)
}

// overEdges reports whether a node is a product that adds up rows of edges. Where
// there are none, onnxruntime leaves the result as it finds it.
func overEdges(node *ir.Node) bool {
	return node.Is(ir.MatMul) && node.Bool("transpose_x") && node.Args[0].Type.Rows() == ir.Rows(edges)
}

// isPart reports whether a node takes rows of a weight that is in the file and
// that no step changes.
func (e *formsEmitter) isPart(node *ir.Node) bool {
	return !e.trains && node.Is(ir.TakeRows) && node.Args[0].Param && e.tensor(node.Args[0].Name) != nil
}
