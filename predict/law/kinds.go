package law

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/system"
)

// free names the pairs that no bar or body keeps at a distance.
const free = "free"

// mostKinds is the largest number of kinds of pairs.
const mostKinds = 12

// kinds distinguishes pairs by whether they are constrained, by the features of both particles
// in any order, and by the features of the edge.
type kinds struct {
	node, edge  []string
	numbers     map[string]int
	names       []string
	constrained []bool
	pairs       []*config.PairKind
}

func newKinds(node, edge []string) *kinds {
	return &kinds{node: node, edge: edge, numbers: map[string]int{}}
}

// of returns the index of the kind of a pair.
func (k *kinds) of(s *system.Sample, particle, other, slot int, constrained bool) (int, error) {
	parts := []string{free}
	if constrained {
		parts = []string{"rigid"}
	}
	var ends [][]float32
	if columns := len(k.node); columns > 0 {
		ends = [][]float32{s.NodeFeatures[particle*columns:][:columns], s.NodeFeatures[other*columns:][:columns]}
		slices.SortFunc(ends, func(a, b []float32) int { return cmp.Compare(described(k.node, a), described(k.node, b)) })
		parts = append(parts, described(k.node, ends[0])+" and "+described(k.node, ends[1]))
	}
	var edge []float32
	if columns := len(k.edge); columns > 0 {
		edge = s.EdgeFeatures[(particle*s.Slots()+slot)*columns:][:columns]
		parts = append(parts, described(k.edge, edge))
	}
	name := strings.Join(parts, ", ")
	number, known := k.numbers[name]
	if !known {
		number = len(k.names)
		if number == mostKinds {
			return 0, fmt.Errorf("there are more than %d kinds of pairs, the last %s: a law has a curve for each, so take data whose features have few values", mostKinds, name)
		}
		k.numbers[name], k.names, k.constrained = number, append(k.names, name), append(k.constrained, constrained)
		k.pairs = append(k.pairs, k.pairKind(ends, edge))
	}
	return number, nil
}

// pairKind returns the kind for formulas, or nil if no feature distinguishes pairs.
func (k *kinds) pairKind(ends [][]float32, edge []float32) *config.PairKind {
	if ends == nil && edge == nil {
		return nil
	}
	kind := &config.PairKind{}
	for _, end := range ends {
		kind.Ends = append(kind.Ends, byName(k.node, end))
	}
	if edge != nil {
		kind.Edge = byName(k.edge, edge)
	}
	return kind
}

func byName(names []string, values []float32) map[string]float32 {
	all := map[string]float32{}
	for i, name := range names {
		all[name] = values[i]
	}
	return all
}

// described returns features with their names.
func described(names []string, values []float32) string {
	var parts []string
	for i, name := range names {
		parts = append(parts, fmt.Sprintf("%s %g", name, values[i]))
	}
	return strings.Join(parts, " ")
}

// curves returns the curves of all kinds. A kind has one curve, and a second one, which is
// multiplied by the product of the charges, if that product differs between its pairs.
func (k *kinds) curves(all []pair) (curves []curveOf) {
	for kind, name := range k.names {
		var distances []float64
		low, high := 0., 0.
		for i := range all {
			if all[i].kind != kind {
				continue
			}
			if len(distances) == 0 {
				low, high = all[i].charges, all[i].charges
			}
			distances = append(distances, all[i].distance)
			low, high = min(low, all[i].charges), max(high, all[i].charges)
		}
		at := knotsOf(distances)
		one := curveOf{kind: kind, name: name, pairs: k.pairs[kind], constrained: k.constrained[kind], knots: at}
		curves = append(curves, one)
		if low != high {
			one.charges = true
			curves = append(curves, one)
		}
	}
	return curves
}
