package export

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"google.golang.org/protobuf/proto"

	"gmnc/ir"
	"gmnc/onnx/onnxpb"
)

// emitter writes operators into an ONNX graph. It implements ir.Emitter.
type emitter struct {
	module *ir.Module
	graph  *onnxpb.GraphProto
	// nodes and constants are what was written, by content: equal ones are
	// written once.
	nodes     map[string]*onnxpb.NodeProto
	constants map[string]string
	// taken are the names in use.
	taken map[string]bool
	// sizes are the values that hold a symbol, as int64[1]; shown are the
	// inputs with as many rows.
	sizes, shown map[string]string
	// scope is what is being written; its parts are named after it.
	scope string
	// coordinates are of a file in joint coordinates; nil of others.
	coordinates *Coordinates
	// baked are inputs whose values are in the file.
	baked map[string]Baked
	// within reports whether rows belong to systems, out of which no index leads;
	// ofSystem are the outputs with one row a system.
	within   bool
	ofSystem map[string]bool
	// opset is the version of the operators.
	opset int
	// readBy are the nodes that read a value, once for each argument that it is, and nil
	// for an output.
	readBy map[*ir.Value][]*ir.Node
	vectorForms
	// beside are the values between which kinds choose, by their columns.
	beside map[int][][]string
	// kept are other forms of values.
	kept map[*ir.Value][]string
	// shared are the names of values that more than one node reads.
	shared map[string]bool
	// depth is the depth of trees, 0 for none; made is what they make of particles, and
	// hung what bodies on joints do.
	depth int
	made  *forests
	hung  *hanging
	// planes is how many a system may have, 0 for any number.
	planes int
	// joints is how many axes of joints the equations of a system have room for, 0
	// without any.
	joints int
	// faults count what is wrong with systems.
	faults faults
	// step is the step of training, nil where the file predicts.
	step *stepWriter
	// units are the metadata of Info.
	units map[string]string
	// times is how many times values move along with the positions, nil where the
	// graph takes the positions as they are.
	times map[*ir.Value]float64
	// err is the first thing that went wrong.
	err error
}

func newEmitter(m *ir.Module, opset int) *emitter {
	return &emitter{
		opset: opset, vectorForms: newVectorForms(),
		readBy:    map[*ir.Value][]*ir.Node{},
		kept:      map[*ir.Value][]string{},
		shared:    map[string]bool{},
		module:    m,
		graph:     &onnxpb.GraphProto{Name: proto.String(m.Name)},
		nodes:     map[string]*onnxpb.NodeProto{},
		constants: map[string]string{},
		taken:     map[string]bool{},
		sizes:     map[string]string{},
		shown:     map[string]string{},
		baked:     map[string]Baked{},
		ofSystem:  map[string]bool{},
		beside:    map[int][][]string{},
	}
}

func (e *emitter) fail(format string, args ...any) {
	if e.err == nil {
		e.err = fmt.Errorf(format, args...)
	}
}

// unique returns the name, numbered if it is taken, and takes it.
func (e *emitter) unique(name string) string {
	free := name
	for count := 2; e.taken[free]; count++ {
		free = fmt.Sprintf("%s.%d", name, count)
	}
	e.taken[free] = true
	return free
}

// named writes what write writes under a name: the value it returns, if it
// is new, gets the name itself, the others name/operator.
func (e *emitter) named(name string, write func() string) string {
	restore, before := e.inScope(name), len(e.graph.Node)
	result := write()
	restore()
	if len(e.graph.Node) == before {
		return result
	}
	last := e.graph.Node[len(e.graph.Node)-1]
	if last.Output[0] != result {
		return result
	}
	delete(e.taken, result)
	setName(last, e.unique(name))
	return last.Output[0]
}

func setName(node *onnxpb.NodeProto, name string) {
	node.Name, node.Output = &name, []string{name}
}

// inScope names what is written from now on after a scope, until restore is called.
func (e *emitter) inScope(scope string) (restore func()) {
	outer := e.scope
	e.scope = scope
	return func() { e.scope = outer }
}

// function writes the nodes of f and returns its outputs.
func (e *emitter) function(f *ir.Func, args []string, scope string) []string {
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
func (e *emitter) operation(node *ir.Node, args []string) string {
	switch {
	case e.within && node.Is(ir.ScatterAdd):
		return e.sumWithin(node, args[0], args[1])
	case e.step != nil && overEdges(node):
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

// Op implements ir.Emitter.
func (e *emitter) Op(kind string, attrs map[string]any, inputs ...string) string {
	if kind == "Reshape" {
		inputs[0] = e.beforeReshapes(inputs[0])
	}
	if kind == "Concat" {
		inputs = e.beforeConcats(inputs, attrs["axis"])
	}
	if kind == "Transpose" {
		if turned := e.transposed(inputs[0]); turned != "" {
			return turned
		}
	}
	key := fmt.Sprintf("%s %v %q", kind, attrs, inputs)
	if node := e.nodes[key]; node != nil {
		return node.Output[0]
	}
	name := snake(kind)
	if e.scope != "" {
		name = e.scope + "/" + name
	}
	node := e.add(e.unique(name), kind, attrs, inputs...)
	e.nodes[key] = node
	return node.Output[0]
}

// Keep implements ir.Emitter.
func (e *emitter) Keep(v *ir.Value, form ...string) { e.kept[v] = form }

// Kept implements ir.Emitter.
func (e *emitter) Kept(v *ir.Value) []string { return e.kept[v] }

// beforeReshapes is the value that was reshaped to x, or x: one Reshape to given
// extents does what several do. Rows of an input stay, which others take, too:
// IREE cannot reshape [batch, particles, 3] to [-1, 1].
func (e *emitter) beforeReshapes(x string) string {
	for _, node := range slices.Backward(e.graph.Node) {
		if node.Output[0] == x && node.GetOpType() == "Reshape" && !strings.HasPrefix(x, rowsOf) {
			x = node.Input[0]
		}
	}
	return x
}

// beforeConcats are the values with what was put together along the same axis, for one
// reader, in its parts.
func (e *emitter) beforeConcats(values []string, axis any) (parts []string) {
	for _, value := range values {
		at := slices.IndexFunc(e.graph.Node, func(n *onnxpb.NodeProto) bool { return n.Output[0] == value })
		if at >= 0 && !e.shared[value] && e.graph.Node[at].GetOpType() == "Concat" && e.graph.Node[at].Attribute[0].GetI() == axis {
			parts = append(parts, e.graph.Node[at].Input...)
		} else {
			parts = append(parts, value)
		}
	}
	return parts
}

// add writes a node whose output has the given name, be there an equal one
// or not.
func (e *emitter) add(name, kind string, attrs map[string]any, inputs ...string) *onnxpb.NodeProto {
	node := &onnxpb.NodeProto{OpType: &kind, Input: slices.Clone(inputs), Attribute: attributes(attrs)}
	setName(node, name)
	e.graph.Node = append(e.graph.Node, node)
	return node
}

// snake turns ReduceSum into reduce_sum.
func snake(kind string) string {
	var name strings.Builder
	for i, r := range kind {
		if unicode.IsUpper(r) && i > 0 && !unicode.IsUpper(rune(kind[i-1])) {
			name.WriteByte('_')
		}
		name.WriteRune(unicode.ToLower(r))
	}
	return name.String()
}
