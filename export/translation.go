package export

import (
	"math"

	"gmnc/ir"
)

// movesAlong says of each value of a graph how many times it moves along when the
// positions of a system are moved: 1 of a position, 0 of a difference. It reports
// whether that is known of all, and outputs move once or not at all: the model
// then gives the same around any origin.
func movesAlong(f *ir.Func) (times map[*ir.Value]float64, ok bool) {
	times = map[*ir.Value]float64{f.Input(firstInput): 1, f.Input(targetInput): 1}
	for _, node := range f.Nodes {
		moved, known := movedBy(node, times)
		if !known {
			return nil, false
		}
		times[node.Result()] = moved
	}
	for _, output := range f.Outputs {
		if moved := times[output.Value]; moved != 0 && math.Abs(moved-1) > 1e-9 {
			return nil, false
		}
	}
	return times, true
}

// movedBy is how many times the result of a node moves along, if that follows from
// its arguments.
func movedBy(node *ir.Node, times map[*ir.Value]float64) (moved float64, known bool) {
	still := true
	for _, arg := range node.Args {
		still = still && times[arg] == 0
	}
	if still {
		return 0, true
	}
	x := times[node.Args[0]]
	switch {
	case node.Is(ir.Gather), node.Is(ir.Repeat):
		return x, true
	case node.Is(ir.Neg):
		return -x, true
	case node.Is(ir.Mul):
		of, c, ok := withScalar(node.Args)
		return c * times[of], ok
	case node.Is(ir.Select):
		chosen, other := times[node.Args[1]], times[node.Args[2]]
		return chosen, times[node.Args[0]] == 0 && chosen == other
	case node.Is(ir.Add), node.Is(ir.Sub):
		sign := 1.0
		if node.Is(ir.Sub) {
			sign = -1
		}
		return x + sign*times[node.Args[1]], node.Args[0].Type.Equal(node.Args[1].Type)
	}
	return 0, false
}

// centroid is the mean position of each system, float[batch,1,3]. The graph sees
// positions from there: what is far from the origin keeps its lengths.
func (e *emitter) centroid() string {
	return e.named("systems/centroid", func() string { return e.reduce("ReduceMean", firstInput) })
}
