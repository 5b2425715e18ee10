package emit

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"google.golang.org/protobuf/proto"

	"gmnc/ir"
	"gmnc/onnx/onnxpb"
)

// KeepZero is the attribute with which an extent of 0 in a Reshape means 0.
var KeepZero = map[string]any{"allowzero": int64(1)}

// RowsOf is the prefix of the names of inputs as rows.
const RowsOf = "rows/"

// Emitter writes operators into an ONNX graph.
type Emitter struct {
	Graph *onnxpb.GraphProto
	// nodes and constants hold what was written, by content, so that equal ones are written
	// once.
	nodes     map[string]*onnxpb.NodeProto
	constants map[string]string
	// taken holds the names in use.
	taken map[string]bool
	// scope is the name of what is being written. Its parts are named after it.
	scope string
	// opset is the version of the operators.
	opset int
	// kept holds other forms of values.
	kept map[*ir.Value][]string
	// Shared holds the names of values that more than one node reads.
	Shared map[string]bool
	// Err is the first error.
	Err error
}

// New returns an emitter of an empty graph.
func New(name string, opset int) *Emitter {
	return &Emitter{
		opset:     opset,
		Graph:     &onnxpb.GraphProto{Name: proto.String(name)},
		kept:      map[*ir.Value][]string{},
		Shared:    map[string]bool{},
		nodes:     map[string]*onnxpb.NodeProto{},
		constants: map[string]string{},
		taken:     map[string]bool{},
	}
}

// Fail records an error if it is the first. What is written after it does not matter.
func (e *Emitter) Fail(format string, args ...any) {
	if e.Err == nil {
		e.Err = fmt.Errorf(format, args...)
	}
}

// unique returns the name, with a number if it is taken, and takes it.
func (e *Emitter) unique(name string) string {
	free := name
	for count := 2; e.taken[free]; count++ {
		free = fmt.Sprintf("%s.%d", name, count)
	}
	e.taken[free] = true
	return free
}

// Named calls write and names what it writes. The value that write returns, if it is new, gets
// the name itself, and the others get name/operator.
func (e *Emitter) Named(name string, write func() string) string {
	restore, before := e.InScope(name), len(e.Graph.Node)
	result := write()
	restore()
	if len(e.Graph.Node) == before {
		return result
	}
	last := e.Graph.Node[len(e.Graph.Node)-1]
	if last.Output[0] != result {
		return result
	}
	delete(e.taken, result)
	setName(last, e.unique(name))
	return last.Output[0]
}

// InScope names all that is written from now on after a scope, until restore is called.
func (e *Emitter) InScope(scope string) (restore func()) {
	outer := e.scope
	e.scope = scope
	return func() { e.scope = outer }
}

// Op implements ir.Emitter.
func (e *Emitter) Op(kind string, attrs map[string]any, inputs ...string) string {
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
	if kind == "Cast" && attrs["to"] == int64(onnxpb.TensorProto_BOOL) {
		if condition := e.condition(inputs[0]); condition != "" {
			return condition
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
	node := e.Add(e.unique(name), kind, attrs, inputs...)
	e.nodes[key] = node
	return node.Output[0]
}

// condition returns the condition from which x was cast, or "" if there is none. x is 1 where
// the condition holds, and otherwise 0.
func (e *Emitter) condition(x string) string {
	for _, node := range slices.Backward(e.Graph.Node) {
		switch {
		case node.Output[0] != x:
		case node.GetOpType() == "Cast":
			x = node.Input[0]
		case slices.Contains([]string{"Greater", "Less", "Equal", "And", "GreaterOrEqual", "LessOrEqual"}, node.GetOpType()):
			return x
		default:
			return ""
		}
	}
	return ""
}

// Keep implements ir.Emitter.
func (e *Emitter) Keep(v *ir.Value, form ...string) { e.kept[v] = form }

// Kept implements ir.Emitter.
func (e *Emitter) Kept(v *ir.Value) []string { return e.kept[v] }

// beforeReshapes returns the value that was reshaped to x, or x itself. One Reshape to given
// extents does what several do. Inputs as rows stay, because others read them, too: IREE cannot
// reshape [batch, particles, 3] to [-1, 1].
func (e *Emitter) beforeReshapes(x string) string {
	for _, node := range slices.Backward(e.Graph.Node) {
		if node.Output[0] == x && node.GetOpType() == "Reshape" && !strings.HasPrefix(x, RowsOf) {
			x = node.Input[0]
		}
	}
	return x
}

// beforeConcats returns the values, with each that was concatenated along the same axis, for
// one reader, replaced by its parts.
func (e *Emitter) beforeConcats(values []string, axis any) (parts []string) {
	for _, value := range values {
		at := slices.IndexFunc(e.Graph.Node, func(n *onnxpb.NodeProto) bool { return n.Output[0] == value })
		if at >= 0 && !e.Shared[value] && e.Graph.Node[at].GetOpType() == "Concat" && e.Graph.Node[at].Attribute[0].GetI() == axis {
			parts = append(parts, e.Graph.Node[at].Input...)
		} else {
			parts = append(parts, value)
		}
	}
	return parts
}

// Add writes a node whose output has the given name, even if there is an equal one.
func (e *Emitter) Add(name, kind string, attrs map[string]any, inputs ...string) *onnxpb.NodeProto {
	node := &onnxpb.NodeProto{OpType: &kind, Input: slices.Clone(inputs), Attribute: attributes(attrs)}
	setName(node, name)
	e.Graph.Node = append(e.Graph.Node, node)
	return node
}

// snake turns a name like ReduceSum into reduce_sum.
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

// Input declares an input of the file.
func (e *Emitter) Input(info *onnxpb.ValueInfoProto) {
	e.taken[info.GetName()] = true
	e.Graph.Input = append(e.Graph.Input, info)
}

// Output declares an output of the file. Its node is added last.
func (e *Emitter) Output(info *onnxpb.ValueInfoProto) {
	e.taken[info.GetName()] = true
	e.Graph.Output = append(e.Graph.Output, info)
}

// Concat concatenates lists of numbers.
func (e *Emitter) Concat(parts ...string) string {
	return e.Op("Concat", map[string]any{"axis": int64(0)}, parts...)
}

// Unsqueeze gives a value axes of extent 1.
func (e *Emitter) Unsqueeze(x string, axes ...int64) string {
	return e.Op("Unsqueeze", nil, x, e.Ints(axes, int64(len(axes))))
}

// Flat reshapes a value to one list of numbers.
func (e *Emitter) Flat(x string) string { return e.Op("Reshape", nil, x, e.Ints([]int64{-1}, 1)) }

// Reduce reduces the columns of each row to one.
func (e *Emitter) Reduce(kind, x string) string { return e.Along(kind, x, 1, 1) }

// Along reduces a value along axes. These became an input in opset 18.
func (e *Emitter) Along(kind, x string, keep int64, axes ...int64) string {
	if e.opset < 18 {
		return e.Op(kind, map[string]any{"axes": axes, "keepdims": keep}, x)
	}
	return e.Op(kind, map[string]any{"keepdims": keep}, x, e.Ints(axes, int64(len(axes))))
}

// AsFloat casts a value to float32.
func (e *Emitter) AsFloat(x string) string {
	return e.Op("Cast", map[string]any{"to": int64(onnxpb.TensorProto_FLOAT)}, x)
}

// AsInt casts a condition to int64.
func (e *Emitter) AsInt(condition string) string {
	return e.Op("Cast", map[string]any{"to": int64(onnxpb.TensorProto_INT64)}, condition)
}

// Extent returns the extent of one axis of a value, as int64[1].
func (e *Emitter) Extent(value string, axis int64) string {
	return e.Op("Shape", map[string]any{"start": axis, "end": axis + 1}, value)
}

// AtLeastOne raises a size to 1 at least, so that it can be a divisor. If it was 0, there are
// no rows.
func (e *Emitter) AtLeastOne(size string) string {
	return e.Op("Max", nil, size, e.Ints([]int64{1}, 1))
}

// Count returns the numbers from 0 to size-1, where size is int64[1].
func (e *Emitter) Count(size string) string {
	return e.Op("Range", nil, e.Ints([]int64{0}), e.Op("Squeeze", nil, size), e.Ints([]int64{1}))
}
