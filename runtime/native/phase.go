package native

import (
	"fmt"

	"gmnc/ir"
	"gmnc/runtime/native/lower"
)

// phase is when a value is computed.
type phase uint8

const (
	constant phase = iota
	before
	within
	summed
	after
)

// phases finds when each value is computed.
func phases(m *ir.Module) (map[*ir.Value]phase, error) {
	found := map[*ir.Value]phase{}
	for _, input := range m.Main.Inputs {
		switch {
		case lower.HasRows(input):
			found[input] = within
		case !input.Param:
			found[input] = before
		}
	}
	for _, node := range m.Main.Nodes {
		at, err := phaseOf(m, node, found)
		if err != nil {
			return nil, err
		}
		for _, result := range node.Results {
			found[result] = at
		}
	}
	return found, nil
}

// phaseOf is the phase of a node whose arguments have theirs: the latest of
// them, unless it begins or ends what is done for each shard.
func phaseOf(m *ir.Module, n *ir.Node, found map[*ir.Value]phase) (phase, error) {
	at, readsRows := ownPhase(m, n), false
	var sum *ir.Value
	for _, arg := range n.Args {
		readsRows = readsRows || lower.HasRows(arg)
		if found[arg] >= summed {
			sum = arg
		} else {
			at = max(at, found[arg])
		}
	}
	switch result := n.Result(); {
	case sum != nil && at == within:
		return 0, fmt.Errorf("%%%s = %s needs %%%s, a sum over the whole batch, beside values of single systems",
			result.Name, n.Kind(), sum.Name)
	case sum != nil:
		return after, nil
	case readsRows && !lower.HasRows(result):
		return summed, nil
	}
	return at, nil
}

// ownPhase is the phase of a node by itself. Of sizes, only the count of
// neighbors may differ between shards.
func ownPhase(m *ir.Module, n *ir.Node) phase {
	if lower.HasRows(n.Result()) {
		return within
	}
	if !n.Is(ir.Size) {
		return constant
	}
	if dim, _ := m.Dim(n.Text("of")); dim.Rows {
		return before
	}
	return within
}
