package forms

import (
	"slices"

	"gmnc/ir"
	"gmnc/system"
)

// slot is a vector at a member of each particle's object, where the member is a column of the
// table.
type slot struct {
	x      *ir.Value
	member int64
}

// slotShares holds sums over members, one for each kind, that share slots. matrices holds the
// matrix of each slot, and counts its factor in the sum of each kind, or nothing if it is not
// there.
type slotShares struct {
	vectors  []*ir.Value
	members  []int64
	matrices map[slot][]float64
	counts   []map[slot]float64
}

// shareSlots assigns slots to sums. A particle of a kind with one member is every member, so
// its sum may be in any slot. It returns false if two kinds need a slot with different
// matrices.
func shareSlots(sums []*memberSum, kinds []*system.Kind) (*slotShares, bool) {
	s := &slotShares{matrices: map[slot][]float64{}, counts: make([]map[slot]float64, len(sums))}
	isSingle := func(kind int) bool { return kinds != nil && kinds[kind].Members() == 1 }
	for kind, sum := range sums {
		s.counts[kind] = map[slot]float64{}
		if !slices.Contains(s.vectors, sum.x) {
			s.vectors = append(s.vectors, sum.x)
		}
		s.members = append(s.members, sum.members...)
		for _, member := range sum.members {
			if !isSingle(kind) && !s.take(kind, slot{sum.x, member}, sum.matrix) {
				return nil, false
			}
		}
	}
	slices.Sort(s.members)
	s.members = slices.Compact(s.members)
	for kind, sum := range sums {
		if isSingle(kind) && !s.takeAny(kind, sum.x, times(sum.matrix, float64(len(sum.members)))) {
			return nil, false
		}
	}
	return s, true
}

// takeAny takes a free slot of x, or one whose matrix is a multiple.
func (s *slotShares) takeAny(kind int, x *ir.Value, matrix []float64) bool {
	for _, member := range s.members {
		if at := (slot{x, member}); s.matrices[at] == nil {
			return s.take(kind, at, matrix)
		}
	}
	return slices.ContainsFunc(s.members, func(member int64) bool { return s.take(kind, slot{x, member}, matrix) })
}

// take adds a slot times a matrix to the sum of a kind. It reports whether other kinds, if any,
// take a multiple of that matrix. A matrix of zeros adds nothing.
func (s *slotShares) take(kind int, at slot, matrix []float64) bool {
	first := slices.IndexFunc(matrix, func(entry float64) bool { return entry != 0 })
	if first < 0 {
		return true
	}
	if s.matrices[at] == nil {
		s.matrices[at] = matrix
	}
	unit := s.matrices[at][first]
	if !slices.Equal(dividedBy(matrix, matrix[first]), dividedBy(s.matrices[at], unit)) {
		return false
	}
	s.counts[kind][at] += matrix[first] / unit
	return true
}

// dividedBy returns a matrix in units of an entry, which is the same for all multiples of a
// matrix.
func dividedBy(matrix []float64, entry float64) []float64 {
	units := slices.Clone(matrix)
	for i := range units {
		units[i] /= entry
	}
	return units
}
