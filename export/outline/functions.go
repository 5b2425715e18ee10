package outline

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"gmnc/export/emit"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
)

// fewestNodes is the least number of nodes in a part of a layer that becomes a function.
const fewestNodes = 8

// layerScope matches the scope of a layer or a step, such as layer2.
var layerScope = regexp.MustCompile(`^([a-z_]+)\d+$`)

// outliner moves nodes into functions. Sets of nodes that compute the same from their inputs
// become calls of one function.
type outliner struct {
	graph     *onnxpb.GraphProto
	constants map[string]*onnxpb.TensorProto
	functions []*onnxpb.FunctionProto
	names     map[string]bool // the names of functions
	apart     map[string]bool // the values of layers that stay outside functions
	opset     int
}

// Functions moves the nodes of layers, and of parts of layers, into functions, and returns
// these, callees first. The graph computes the same as before with the same arithmetic.
func Functions(graph *onnxpb.GraphProto, opset int) []*onnxpb.FunctionProto {
	o := &outliner{
		graph: graph, opset: opset, constants: map[string]*onnxpb.TensorProto{}, names: map[string]bool{}, apart: map[string]bool{},
	}
	for _, tensor := range graph.Initializer {
		if strings.HasPrefix(tensor.GetName(), emit.ConstantPrefix) {
			o.constants[tensor.GetName()] = tensor
		}
	}
	o.keepApart()
	o.fold(fewestNodes, func(node *onnxpb.NodeProto) string { return strings.Trim(strings.Join(o.scope(node)[:2], "/"), "/") })
	o.fold(2, func(node *onnxpb.NodeProto) string { return o.scope(node)[0] })
	o.dropConstants()
	graph.ValueInfo = emit.ValuesOf(graph.Node, graph.ValueInfo)
	return o.functions
}

// scope returns the layer that contains a node, then the part of that layer, and so on. They
// are "" if there is none.
func (o *outliner) scope(node *onnxpb.NodeProto) []string {
	path := strings.Split(node.GetName(), "/")
	if o.apart[node.Output[0]] || !layerScope.MatchString(path[0]) {
		return []string{"", ""}
	}
	return append(path, "")
}

// keepApart finds values that the first of several layers computes and others read, unless they
// depend on both weights and inputs, as the state between layers does.
func (o *outliner) keepApart() {
	const weights, inputs = 1, 2
	from := map[string]int{}
	for _, tensor := range o.graph.Initializer {
		if o.constants[tensor.GetName()] == nil {
			from[tensor.GetName()] = weights
		}
	}
	for _, input := range o.graph.Input {
		from[input.GetName()] = inputs
	}
	for _, node := range o.graph.Node {
		for _, input := range node.Input {
			from[node.Output[0]] |= from[input]
		}
	}
	readers := map[string][]string{}
	for _, node := range slices.Backward(o.graph.Node) {
		value, own := node.Output[0], o.scope(node)[0]
		elsewhere := slices.ContainsFunc(readers[value], func(layer string) bool { return layer != own })
		if own != "" && elsewhere && from[value] != weights|inputs {
			o.apart[value], own = true, ""
		}
		for _, input := range node.Input {
			readers[input] = append(readers[input], own)
		}
	}
}

// fold replaces the nodes of each scope that has at least this number of them by a call.
func (o *outliner) fold(least int, scopeOf func(*onnxpb.NodeProto) string) {
	readers := map[string][]*onnxpb.NodeProto{}
	for _, node := range o.graph.Node {
		for _, input := range node.Input {
			readers[input] = append(readers[input], node)
		}
	}
	ordered := inOrder(o.units(least, scopeOf))
	bodies, alike := make([]*body, len(ordered)), map[string][]*body{}
	for i, unit := range ordered {
		if len(unit) > 1 {
			bodies[i] = newBody(o, scopeOf(unit[0]), unit, readers)
			content := bodies[i].content()
			alike[content] = append(alike[content], bodies[i])
		}
	}
	for _, same := range alike {
		takeVarying(same)
	}
	o.graph.Node = nil
	for i, unit := range ordered {
		if bodies[i] == nil {
			o.graph.Node = append(o.graph.Node, unit...)
		} else {
			o.graph.Node = append(o.graph.Node, o.call(bodies[i]))
		}
	}
}

// units returns the nodes of each scope that has at least this number of them together, and the
// others one by one.
func (o *outliner) units(least int, scopeOf func(*onnxpb.NodeProto) string) (units [][]*onnxpb.NodeProto) {
	groups, begun := map[string][]*onnxpb.NodeProto{}, map[string]bool{}
	for _, node := range o.graph.Node {
		groups[scopeOf(node)] = append(groups[scopeOf(node)], node)
	}
	for _, node := range o.graph.Node {
		scope := scopeOf(node)
		switch {
		case scope == "" || len(groups[scope]) < least:
			units = append(units, []*onnxpb.NodeProto{node})
		case !begun[scope]:
			begun[scope] = true
			units = append(units, groups[scope])
		}
	}
	return units
}

// inOrder sorts units so that each comes after those whose values it reads. If that is
// impossible, it splits a unit into its nodes.
func inOrder(units [][]*onnxpb.NodeProto) (sorted [][]*onnxpb.NodeProto) {
	waiting := map[string]int{} // values that no unit has made yet
	for _, unit := range units {
		for _, node := range unit {
			for _, output := range node.Output {
				waiting[output]++
			}
		}
	}
	ready := func(unit []*onnxpb.NodeProto) bool {
		own := map[string]bool{}
		for _, node := range unit {
			for _, output := range node.Output {
				own[output] = true
			}
		}
		return !slices.ContainsFunc(unit, func(node *onnxpb.NodeProto) bool {
			return slices.ContainsFunc(node.Input, func(input string) bool { return waiting[input] > 0 && !own[input] })
		})
	}
	for len(units) > 0 {
		at := slices.IndexFunc(units, ready)
		if at < 0 {
			at = slices.IndexFunc(units, func(unit []*onnxpb.NodeProto) bool { return len(unit) > 1 })
			var apart [][]*onnxpb.NodeProto
			for _, node := range units[at] {
				apart = append(apart, []*onnxpb.NodeProto{node})
			}
			units = slices.Replace(units, at, at+1, apart...)
			continue
		}
		for _, node := range units[at] {
			for _, output := range node.Output {
				waiting[output]--
			}
		}
		sorted = append(sorted, units[at])
		units = slices.Delete(units, at, at+1)
	}
	return sorted
}

// call returns a call of the function of a body and of those alike. The first of them adds the
// function.
func (o *outliner) call(b *body) *onnxpb.NodeProto {
	function := b.alike[0].called
	if function == nil {
		function = b.function(o.functionName(b.scope))
		b.alike[0].called = function
		o.functions = append(o.functions, function)
	}
	return &onnxpb.NodeProto{
		Name: proto.String(b.scope), OpType: function.Name, Domain: function.Domain, Input: b.inputs, Output: b.outputs,
	}
}

// functionName returns the name of a layer without its number, or of its part.
func (o *outliner) functionName(scope string) string {
	name := scope[strings.LastIndex(scope, "/")+1:]
	if layer := layerScope.FindStringSubmatch(name); layer != nil {
		name = layer[1]
	}
	free := name
	for count := 2; o.names[free]; count++ {
		free = fmt.Sprintf("%s_%d", name, count)
	}
	o.names[free] = true
	return free
}

// dropConstants removes the constants that only functions read, since functions have their own.
func (o *outliner) dropConstants() {
	read := map[string]bool{}
	for _, node := range o.graph.Node {
		for _, input := range node.Input {
			read[input] = true
		}
	}
	o.graph.Initializer = slices.DeleteFunc(o.graph.Initializer, func(t *onnxpb.TensorProto) bool {
		return o.constants[t.GetName()] != nil && !read[t.GetName()]
	})
}

// OperatorSets returns the operator sets that a model with functions, or a function, imports.
func OperatorSets(opset int) []*onnxpb.OperatorSetIdProto {
	return []*onnxpb.OperatorSetIdProto{
		{Domain: proto.String(""), Version: proto.Int64(int64(opset))},
		{Domain: proto.String(onnx.FunctionDomain), Version: proto.Int64(1)},
	}
}
