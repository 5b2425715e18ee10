package native

import (
	"fmt"
	"maps"
	"slices"

	"gmnc/ir"
	"gmnc/runtime"
)

// chain describes a module that applies a function to what it returned before, many times. Main
// computes a loss from the results.
type chain struct {
	module *ir.Module
	calls  []*ir.Node
	// given holds the input of main that each input of the function has: in all applications,
	// or in the first, if the input is among carried, too. Parameters have the same name in
	// both.
	given map[string]string
	// carried holds the number, in read, of the result of the previous application that an
	// input has.
	carried map[string]int
	// columns holds the inputs that have other columns of an input of main in each application.
	columns map[string]columns
	// read holds the names of the function's outputs that main or the next application reads.
	// inputs holds, for each application and each of them, the name of the input of main without
	// applications that replaces it. It is "" if main does not read it.
	read   []string
	inputs [][]string
}

// columns are columns of an input of main, from a column for each application.
type columns struct {
	input string
	at    []int
	width int
}

// chainOf returns the chain of a module, or nil if the module has none.
func chainOf(m *ir.Module) *chain {
	c := &chain{module: m, given: map[string]string{}, carried: map[string]int{}, columns: map[string]columns{}}
	for _, node := range m.Main.Nodes {
		if node.Callee != nil {
			c.calls = append(c.calls, node)
		}
	}
	if len(c.calls) < fewestApplications || slices.ContainsFunc(c.calls, func(n *ir.Node) bool { return n.Callee != c.calls[0].Callee }) {
		return nil
	}
	if !c.findRead() {
		return nil
	}
	for i, input := range c.calls[0].Callee.Inputs {
		if !c.findInput(i, input) {
			return nil
		}
	}
	return c
}

// findRead finds the results that are read. It reports whether all are numbers.
func (c *chain) findRead() bool {
	readers := c.module.Main.Readers()
	isCall := func(n *ir.Node) bool { return n != nil && n.Callee != nil }
	c.inputs = make([][]string, len(c.calls))
	for j, output := range c.calls[0].Callee.Outputs {
		isRead := slices.ContainsFunc(c.calls, func(n *ir.Node) bool { return len(readers[n.Results[j]]) > 0 })
		if !isRead {
			continue
		}
		if output.Value.Type.DType != ir.Float {
			return false
		}
		c.read = append(c.read, output.Name)
		for k, call := range c.calls {
			name := ""
			if slices.ContainsFunc(readers[call.Results[j]], func(n *ir.Node) bool { return !isCall(n) }) {
				name = fmt.Sprintf("result%d/application%d", j, k+1)
			}
			c.inputs[k] = append(c.inputs[k], name)
		}
	}
	return true
}

// findInput finds where an input of the function comes from. It reports whether that is known.
func (c *chain) findInput(i int, input *ir.Value) bool {
	first := c.calls[0].Args[i]
	if from, at, width, isColumns := c.columnsOf(i); isColumns {
		c.columns[input.Name] = columns{from, at, width}
		return !input.Param
	}
	if first.Node != nil {
		return false
	}
	c.given[input.Name] = first.Name
	if c.all(func(k int, arg *ir.Value) bool { return arg == first }, i) {
		return input.Param == first.Param && (!input.Param || input.Name == first.Name)
	}
	result := slices.Index(c.calls[0].Results, c.calls[1].Args[i])
	if result < 0 || input.Param || first.Param {
		return false
	}
	c.carried[input.Name] = slices.Index(c.read, c.calls[0].Callee.Outputs[result].Name)
	return c.all(func(k int, arg *ir.Value) bool { return k == 0 || arg == c.calls[k-1].Results[result] }, i)
}

// all reports whether something holds of an argument of all applications.
func (c *chain) all(holds func(k int, arg *ir.Value) bool, i int) bool {
	for k, call := range c.calls {
		if !holds(k, call.Args[i]) {
			return false
		}
	}
	return true
}

// columnsOf returns the columns that an argument has of an input of main in each application.
func (c *chain) columnsOf(i int) (input string, at []int, width int, isColumns bool) {
	first := c.calls[0].Args[i]
	if !first.Is(ir.Columns) {
		return "", nil, 0, false
	}
	from := first.Node.Args[0]
	isColumns = from.Node == nil && !from.Param && c.all(func(_ int, arg *ir.Value) bool {
		if !arg.Is(ir.Columns) || arg.Node.Args[0] != from {
			return false
		}
		at = append(at, arg.Node.Int("start"))
		return true
	}, i)
	return from.Name, at, first.Type.Columns(), isColumns
}

// trained returns the sorted parameters on which the loss depends, as runtime.Objective does. It
// differentiates the function once, and not each application.
func (c *chain) trained() (params []string, err error) {
	for _, param := range c.module.Main.Params() {
		params = append(params, param.Name)
	}
	main, results := c.without()
	_, beyond, err := ir.Gradient(main, runtime.LossName, slices.Concat(params, results))
	if err != nil {
		return nil, err
	}
	isReached := func(name string) bool { return name != "" && !slices.Contains(beyond, name) }
	var outputs []string // on which the loss depends
	for j, name := range c.read {
		if slices.ContainsFunc(c.inputs, func(of []string) bool { return isReached(of[j]) }) {
			outputs = append(outputs, name)
		}
	}
	function := c.function()
	inputs := slices.Sorted(maps.Keys(c.carried))
	for _, param := range function.Main.Params() {
		inputs = append(inputs, param.Name)
	}
	for before := -1; before < len(outputs); {
		before = len(outputs)
		_, unreached, err := ir.Pullback(function, outputs, inputs)
		if err != nil {
			return nil, err
		}
		for _, name := range inputs {
			if slices.Contains(unreached, name) {
				continue
			}
			beyond = slices.DeleteFunc(beyond, func(other string) bool { return other == name })
			if result, isCarried := c.carried[name]; isCarried && !slices.Contains(outputs, c.read[result]) {
				outputs = append(outputs, c.read[result])
			}
		}
	}
	params = slices.DeleteFunc(params, func(name string) bool { return slices.Contains(beyond, name) })
	slices.Sort(params)
	return params, nil
}

// function returns the module of the function alone, with the outputs that are read.
func (c *chain) function() *ir.Module {
	number := slices.Index(c.module.Funcs, c.calls[0].Callee)
	module := c.module.Clone()
	module.Main, module.Funcs = module.Funcs[number], module.Funcs[:number]
	module.Main.Outputs = slices.DeleteFunc(module.Main.Outputs, func(o ir.Output) bool { return !slices.Contains(c.read, o.Name) })
	return module
}

// without returns the module of main without the applications, whose results are inputs. It
// also returns the names of these inputs.
func (c *chain) without() (module *ir.Module, results []string) {
	module = c.module.Clone()
	main, k := module.Main, 0
	for _, node := range main.Nodes {
		if node.Callee == nil {
			continue
		}
		for j, name := range c.read {
			at := slices.IndexFunc(node.Callee.Outputs, func(o ir.Output) bool { return o.Name == name })
			if own := c.inputs[k][j]; own != "" {
				result := node.Results[at]
				result.Name, result.Node = own, nil
				main.Inputs, results = append(main.Inputs, result), append(results, own)
			}
		}
		k++
	}
	main.Nodes = slices.DeleteFunc(main.Nodes, func(n *ir.Node) bool { return n.Callee != nil })
	return module, results
}
