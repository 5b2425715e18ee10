package ir

import "slices"

// A skeleton is a module without pointers: what two modules must agree in
// to be the same, independent of the text form. Values are numbered in the
// order in which they are assigned, functions in which they are defined.
type skeleton struct {
	Name   string
	Dims   []Dimension
	Graphs []graphSkeleton
}

type graphSkeleton struct {
	Name    string
	Inputs  []valueSkeleton
	Nodes   []nodeSkeleton
	Outputs []outputSkeleton
}

type valueSkeleton struct {
	Name  string
	Type  Type
	Param bool
}

type nodeSkeleton struct {
	Op      *Op
	Callee  int
	Args    []int
	Attrs   Attrs
	Results []valueSkeleton
}

type outputSkeleton struct {
	Name  string
	Value int
}

func skeletonOf(m *Module) skeleton {
	s := skeleton{Name: m.Name, Dims: slices.Clone(m.Dims)}
	funcs := map[*Func]int{nil: -1}
	for k, f := range m.Funcs {
		funcs[f] = k
		s.Graphs = append(s.Graphs, graphSkeletonOf(f, funcs))
	}
	s.Graphs = append(s.Graphs, graphSkeletonOf(m.Main, funcs))
	return s
}

func graphSkeletonOf(f *Func, funcs map[*Func]int) graphSkeleton {
	s := graphSkeleton{Name: f.Name}
	numbers := map[*Value]int{}
	enter := func(values []*Value) (skeletons []valueSkeleton) {
		for _, v := range values {
			numbers[v] = len(numbers)
			skeletons = append(skeletons, valueSkeleton{v.Name, v.Type, v.Param})
		}
		return skeletons
	}
	s.Inputs = enter(f.Inputs)
	for _, n := range f.Nodes {
		node := nodeSkeleton{Op: n.Op, Callee: funcs[n.Callee], Attrs: n.Attrs.clone()}
		if len(node.Attrs) == 0 {
			node.Attrs = nil
		}
		for _, arg := range n.Args {
			node.Args = append(node.Args, numbers[arg])
		}
		node.Results = enter(n.Results)
		s.Nodes = append(s.Nodes, node)
	}
	for _, output := range f.Outputs {
		s.Outputs = append(s.Outputs, outputSkeleton{output.Name, numbers[output.Value]})
	}
	return s
}
