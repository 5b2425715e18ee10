package onnx

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// called is the message of a function of the domain gmnc.
func called(name string, inputs, outputs []string, nodes ...Node) []byte {
	message := AppendString(AppendString(nil, FunctionName, name), FunctionDomainName, FunctionDomain)
	for _, input := range inputs {
		message = AppendString(message, FunctionInput, input)
	}
	for _, output := range outputs {
		message = AppendString(message, FunctionOutput, output)
	}
	for _, node := range nodes {
		message = AppendMessage(message, FunctionNode, node.encode())
	}
	return message
}

// inlined returns the nodes of a graph of these nodes, whose calls are unpacked.
func inlined(functions [][]byte, nodes ...Node) (all []Node, err error) {
	graph := AppendString(nil, GraphInput, "kept")
	for _, node := range nodes {
		graph = AppendMessage(graph, GraphNode, node.encode())
	}
	graph, err = Model{Graph: graph, Functions: functions}.Inlined()
	if err == nil {
		err = EachRecord(graph, GraphNode, func(record []byte) error {
			node, err := ReadNode(record)
			all = append(all, node)
			return err
		})
	}
	return all, err
}

// TestNamesOfCalls: nodes and values within a call have its name before theirs, or that of the function, and
// a number after the first call of a name. What a call leaves out stays out.
func TestNamesOfCalls(t *testing.T) {
	f := called("f", []string{"a", "b"}, []string{"c", "d"},
		Node{Name: "one", Operator: "Clip", Inputs: []string{"a", "", "b"}, Outputs: []string{"m"}, Attributes: [][]byte{[]byte("\x0a\x01x")}},
		Node{Name: "two", Operator: "Own", Domain: "else", Inputs: []string{"m"}, Outputs: []string{"c", "d"}})
	call := func(name string, inputs, outputs []string) Node {
		return Node{Name: name, Operator: "f", Domain: FunctionDomain, Inputs: inputs, Outputs: outputs}
	}
	all, err := inlined([][]byte{f}, call("n", []string{"x", "y"}, []string{"p", "q"}), call("n", []string{"x"}, []string{"r"}), call("", []string{"x"}, []string{"", "s"}),
		Node{Name: "plain", Operator: "Neg", Inputs: []string{"s"}, Outputs: []string{"t"}})
	require.NoError(t, err)
	var texts []string
	for _, n := range all {
		texts = append(texts, fmt.Sprintf("%s %s.%s %q %q %q", n.Name, n.Domain, n.Operator, n.Inputs, n.Outputs, n.Attributes))
	}
	require.Equal(t, []string{
		`n/one .Clip ["x" "" "y"] ["n/m"] ["\n\x01x"]`, `n/two else.Own ["n/m"] ["p" "q"] []`,
		`n.2/one .Clip ["x" "" ""] ["n.2/m"] ["\n\x01x"]`, `n.2/two else.Own ["n.2/m"] ["r" "n.2/d"] []`,
		`f/one .Clip ["x" "" ""] ["f/m"] ["\n\x01x"]`, `f/two else.Own ["f/m"] ["f/c" "s"] []`,
		`plain .Neg ["s"] ["t"] []`,
	}, texts)
}

// TestRefusedCalls: what a call or a function has too much is named.
func TestRefusedCalls(t *testing.T) {
	call := func(inputs, outputs int, attributes ...[]byte) Node {
		return Node{Name: "n", Operator: "f", Domain: FunctionDomain, Inputs: make([]string, inputs), Outputs: make([]string, outputs), Attributes: attributes}
	}
	f := called("f", []string{"a"}, []string{"b"})
	for _, c := range []struct {
		node Node
		want string
	}{
		{call(1, 1), ""}, {call(0, 0), ""},
		{call(2, 1), `"n": a call of the function "f" has 2 inputs and 1 outputs; it takes 1 and gives 1`},
		{call(1, 2), `"n": a call of the function "f" has 1 inputs and 2 outputs; it takes 1 and gives 1`},
		{call(1, 1, nil), `"n": a call of the function "f" has attributes, which it does not take`},
	} {
		if _, err := inlined([][]byte{f}, c.node); c.want == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, c.want)
		}
	}
	_, err := inlined([][]byte{f, f})
	require.EqualError(t, err, `function "f": it comes twice`)
	_, err = inlined([][]byte{called("f", []string{"a"}, []string{"b", "a"})})
	require.EqualError(t, err, `function "f": it returns its input "a"`)
	graph, err := Model{Functions: [][]byte{{0xff}}}.Inlined()
	require.NoError(t, err)
	require.Nil(t, graph, "nothing calls a function")
	plain := AppendString(nil, GraphInput, "x")
	graph, err = Model{Graph: plain}.Inlined()
	require.NoError(t, err)
	require.Same(t, &plain[0], &graph[0], "a graph without functions is not copied")
	for _, domain := range []string{"", "ai.onnx"} {
		_, err = inlined([][]byte{AppendString(AppendString(nil, FunctionName, "Neg"), FunctionDomainName, domain)})
		require.EqualError(t, err, fmt.Sprintf(`function "Neg": it is of the domain %q, which standard operators have`, domain))
	}
	for number, want := range map[Number]string{
		AttributeGraph:     `"n": node "n/m": a subgraph or a reference to an attribute in a function is not supported`,
		AttributeReference: `"n": node "n/m": a subgraph or a reference to an attribute in a function is not supported`,
		AttributeDoc:       "",
	} {
		within := Node{Name: "m", Operator: "Neg", Inputs: []string{"a"}, Outputs: []string{"b"}, Attributes: [][]byte{AppendString(nil, number, "x")}}
		if _, err := inlined([][]byte{called("f", []string{"a"}, []string{"b"}, within)}, call(1, 1)); want == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, want)
		}
	}
	damaged := Node{Name: "m", Operator: "Neg", Attributes: [][]byte{{0xff}}}
	_, err = inlined([][]byte{called("f", []string{"a"}, []string{"b"}, damaged)}, call(1, 1))
	require.ErrorIs(t, err, ErrDamaged)
	_, err = Model{Graph: AppendInteger(nil, GraphNode, 1), Functions: [][]byte{f}}.Inlined()
	require.ErrorIs(t, err, ErrDamaged)
	_, err = Model{Graph: AppendMessage(nil, GraphNode, []byte{0xff}), Functions: [][]byte{f}}.Inlined()
	require.ErrorIs(t, err, ErrDamaged)
}

// TestDeepestCalls: functions call each other to a depth of maxNested.
func TestDeepestCalls(t *testing.T) {
	for depth, allowed := range map[int]bool{maxNested: true, maxNested + 1: false} {
		functions := [][]byte{called("f1", nil, nil, Node{Name: "last", Operator: "Neg"})}
		for i := 2; i <= depth; i++ {
			functions = append(functions, called(fmt.Sprint("f", i), nil, nil, Node{Operator: fmt.Sprint("f", i-1), Domain: FunctionDomain}))
		}
		all, err := inlined(functions, Node{Operator: fmt.Sprint("f", depth), Domain: FunctionDomain})
		require.Equal(t, allowed, err == nil)
		if allowed {
			require.Len(t, all, 1)
			require.True(t, strings.HasSuffix(all[0].Name, "/last"))
		} else {
			require.ErrorContains(t, err, "functions call each other more than 16 deep, or themselves")
		}
	}
}

// TestSpent: a node within a function takes its own bytes, those of its names, and a constant.
func TestSpent(t *testing.T) {
	in := &inliner{left: 1000}
	node := Node{Name: "four", Inputs: []string{"a", "b"}, Outputs: []string{"c"}}
	require.NoError(t, in.spend(node, make([]byte, 100), func(name string) string { return name + name }))
	require.Equal(t, 1000-100-callCost-6-4, in.left)
	require.Equal(t, []string{"aa", "bb"}, node.Inputs)
	require.NoError(t, in.take(in.left))
	require.EqualError(t, in.take(1), "the calls of functions unpack to more than 16 MB of nodes")
	in = &inliner{left: 5 * callCost, used: map[string]int{}}
	require.NoError(t, in.call(Node{}, &function{inputs: []string{"a", "b"}, outputs: []string{"c", "d", "e"}}, 1))
	require.Zero(t, in.left)
	in.left = callCost - 1
	const spent = "the calls of functions unpack to more than 16 MB of nodes"
	require.EqualError(t, in.call(Node{}, &function{inputs: []string{"a"}}, 1), spent)
	require.EqualError(t, in.node(Node{Name: "n"}.encode(), func(name string) string { return name }, "", 1), spent)
}
