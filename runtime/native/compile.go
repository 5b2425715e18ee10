package native

import (
	"fmt"
	"slices"

	"gmnc/ir"
	"gmnc/runtime/native/kernels"
	"gmnc/runtime/native/lower"
)

// newPlan compiles the module: it optimizes it, fuses nodes, and binds every node to its
// kernel.
func newPlan(m *ir.Module) (*plan, error) {
	flat, err := ir.Optimize(m)
	if err != nil {
		return nil, err
	}
	return lowered(flat)
}

// lowered compiles a module that is optimized already, and changes it.
func lowered(flat *ir.Module) (*plan, error) {
	if err := kernels.Check(); err != nil {
		return nil, err
	}
	if _, err := lower.SymbolsOf(flat); err != nil {
		return nil, err
	}
	if err := lower.Module(flat); err != nil {
		return nil, err
	}
	return planOf(flat)
}

// planOf returns the plan of a module that is optimized and fused.
func planOf(flat *ir.Module) (*plan, error) {
	names, err := lower.SymbolsOf(flat) // with the symbols of chosen rows
	if err != nil {
		return nil, err
	}
	found, err := phases(flat)
	if err != nil {
		return nil, err
	}
	p := &plan{module: flat, symbols: names}
	numbers, shared := map[*ir.Value]int{}, sharedSums(flat.Main, found)
	number := func(v *ir.Value) int {
		if whole := shared[v]; whole != nil {
			return p.number(whole, summed, numbers)
		}
		return p.number(v, found[v], numbers)
	}
	for _, node := range flat.Main.Nodes {
		at := found[node.Result()]
		if at == after && shared[node.Result()] != nil {
			continue // its terms are added up in their place
		}
		if err := p.add(node, number, at); err != nil {
			return nil, err
		}
	}
	p.bindOutputs(number)
	p.bindInputs(numbers)
	p.findShared()
	p.findChosen()
	p.segments = p.cutIntoSegments()
	p.lookAhead()
	return p, p.check()
}

// number returns the number of a value, which it assigns when it first sees the value.
func (p *plan) number(v *ir.Value, at phase, numbers map[*ir.Value]int) int {
	if _, known := numbers[v]; !known {
		numbers[v] = len(p.values)
		p.values = append(p.values, p.describe(v, at))
	}
	return numbers[v]
}

func (p *plan) describe(v *ir.Value, at phase) value {
	described := value{name: v.Name, phase: at, extent: extentOf(p.symbols, v.Type.Rows().Symbol),
		rows: v.Type.Rows().Number, columns: 1}
	if described.index = v.Type.DType == ir.Index; described.index {
		described.into = extentOf(p.symbols, v.Type.Into)
	} else {
		described.columns = v.Type.Columns()
	}
	return described
}

// add appends the call of a node to its phase.
func (p *plan) add(n *ir.Node, number func(*ir.Value) int, at phase) error {
	bind := bindRows
	if n.Callee == nil {
		bind = bindingOf(n)
	}
	if bind == nil {
		return fmt.Errorf("%%%s: the native runtime has no kernel for the operator %s", n.Result().Name, n.Op.Name)
	}
	c := call{node: n}
	for _, arg := range n.Args {
		c.args = append(c.args, number(arg))
	}
	c.result = number(n.Result())
	for _, further := range n.Results[1:] {
		c.also = append(c.also, number(further))
	}
	if at == summed {
		c.begun = p.placeSums(c.results())
		at = within
	}
	c.run = bind(p, c)
	p.calls[at] = append(p.calls[at], c)
	return nil
}

// placeSums assigns offsets in a lane to sums, and returns those that had theirs already.
func (p *plan) placeSums(sums []int) (begun []int) {
	for _, sum := range sums {
		if slices.Contains(p.sums, sum) {
			begun = append(begun, sum)
			continue
		}
		p.sums, p.sumAt = append(p.sums, sum), append(p.sumAt, p.laneLen)
		p.laneLen += aligned(p.values[sum].count(size{}))
	}
	return begun
}

func (p *plan) bindOutputs(number func(*ir.Value) int) {
	taken := map[int]bool{}
	for _, out := range p.module.Main.Outputs {
		at := number(out.Value)
		v := p.values[at]
		placed := out.Value.Node != nil && v.phase == within && v.extent != fixed && !v.index && !taken[at]
		taken[at] = true
		p.outputs = append(p.outputs, output{out.Name, at, placed})
	}
}

func (p *plan) bindInputs(numbers map[*ir.Value]int) {
	for _, v := range p.module.Main.Inputs {
		bound := input{v, -1}
		if at, live := numbers[v]; live {
			bound.number = at
		}
		if v.Param {
			p.params = append(p.params, bound)
		} else {
			p.inputs = append(p.inputs, bound)
		}
	}
}

// findShared finds the values that shards read but that are computed before them.
func (p *plan) findShared() {
	known := map[int]bool{}
	for _, c := range p.calls[within] {
		for _, arg := range c.args {
			if p.values[arg].phase < within && !known[arg] {
				known[arg] = true
				p.shared = append(p.shared, arg)
			}
		}
	}
}

// findChosen finds the values with chosen rows.
func (p *plan) findChosen() {
	p.chosen = make([][]int, len(p.symbols.Chosen))
	for number, v := range p.values {
		if v.extent >= chosen {
			p.chosen[v.extent-chosen] = append(p.chosen[v.extent-chosen], number)
		}
	}
}

// check returns an error for inputs that cannot be divided into shards.
func (p *plan) check() error {
	for _, bound := range p.inputs {
		if t := bound.value.Type; t.DType == ir.Index && t.Rows().Symbol == "" {
			return fmt.Errorf("input %s is %s: indices in a fixed number of rows belong to no system", bound.value.Name, t)
		}
	}
	return nil
}
