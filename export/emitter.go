package export

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"google.golang.org/protobuf/proto"

	"gmnc/ir"
	"gmnc/onnx/onnxpb"
)

// keepZero makes an extent of 0 in a Reshape mean 0.
var keepZero = map[string]any{"allowzero": int64(1)}

// rowsOf begins the names of inputs as rows.
const rowsOf = "rows/"

// emitter writes operators into an ONNX graph.
type emitter struct {
	graph *onnxpb.GraphProto
	// nodes and constants are what was written, by content: equal ones are
	// written once.
	nodes     map[string]*onnxpb.NodeProto
	constants map[string]string
	// taken are the names in use.
	taken map[string]bool
	// scope is what is being written; its parts are named after it.
	scope string
	// opset is the version of the operators.
	opset int
	// kept are other forms of values.
	kept map[*ir.Value][]string
	// shared are the names of values that more than one node reads.
	shared map[string]bool
	// err is the first thing that went wrong.
	err error
}

// newEmitter returns an emitter of an empty graph.
func newEmitter(name string, opset int) *emitter {
	return &emitter{
		opset:     opset,
		graph:     &onnxpb.GraphProto{Name: proto.String(name)},
		kept:      map[*ir.Value][]string{},
		shared:    map[string]bool{},
		nodes:     map[string]*onnxpb.NodeProto{},
		constants: map[string]string{},
		taken:     map[string]bool{},
	}
}

// fail keeps the first error; what is written after it does not matter.
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

// inScope names what is written from now on after a scope, until restore is called.
func (e *emitter) inScope(scope string) (restore func()) {
	outer := e.scope
	e.scope = scope
	return func() { e.scope = outer }
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

// input declares an input of the file.
func (e *emitter) input(info *onnxpb.ValueInfoProto) {
	e.taken[info.GetName()] = true
	e.graph.Input = append(e.graph.Input, info)
}

// output declares an output of the file; its node is added last.
func (e *emitter) output(info *onnxpb.ValueInfoProto) {
	e.taken[info.GetName()] = true
	e.graph.Output = append(e.graph.Output, info)
}

func (e *emitter) concat(parts ...string) string {
	return e.Op("Concat", map[string]any{"axis": int64(0)}, parts...)
}

func (e *emitter) unsqueeze(x string, axes ...int64) string {
	return e.Op("Unsqueeze", nil, x, e.Ints(axes, int64(len(axes))))
}

// flat is a value as one row of numbers.
func (e *emitter) flat(x string) string { return e.Op("Reshape", nil, x, e.Ints([]int64{-1}, 1)) }

// reduce reduces the columns of each row to one.
func (e *emitter) reduce(kind, x string) string { return e.along(kind, x, 1, 1) }

// along reduces along axes, which became an input in opset 18.
func (e *emitter) along(kind, x string, keep int64, axes ...int64) string {
	if e.opset < 18 {
		return e.Op(kind, map[string]any{"axes": axes, "keepdims": keep}, x)
	}
	return e.Op(kind, map[string]any{"keepdims": keep}, x, e.Ints(axes, int64(len(axes))))
}

func (e *emitter) asFloat(x string) string {
	return e.Op("Cast", map[string]any{"to": int64(onnxpb.TensorProto_FLOAT)}, x)
}

func (e *emitter) asInt(condition string) string {
	return e.Op("Cast", map[string]any{"to": int64(onnxpb.TensorProto_INT64)}, condition)
}

// extent is the extent of one axis of a value, as int64[1].
func (e *emitter) extent(value string, axis int64) string {
	return e.Op("Shape", map[string]any{"start": axis, "end": axis + 1}, value)
}

// atLeastOne makes a size fit to divide by: where it is 0, so are all rows.
func (e *emitter) atLeastOne(size string) string {
	return e.Op("Max", nil, size, e.Ints([]int64{1}, 1))
}

// count numbers from 0 to before size, given as int64[1].
func (e *emitter) count(size string) string {
	return e.Op("Range", nil, e.Ints([]int64{0}), e.Op("Squeeze", nil, size), e.Ints([]int64{1}))
}
