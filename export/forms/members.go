package forms

import (
	"slices"

	"gmnc/export/systems"
	"gmnc/ir"
	"gmnc/system"
)

// memberSum is the sum of vectors at members of each particle's object: rows of x [particles,n]
// times a constant matrix [n,3], read at columns of the table.
type memberSum struct {
	x       *ir.Value
	matrix  []float64
	members []int64
}

func (s *memberSum) equal(other *memberSum) bool {
	return s.x == other.x && slices.Equal(s.matrix, other.matrix) && slices.Equal(s.members, other.members)
}

// isMeanOf reports whether the sum is x if all members are the particle itself.
func (s *memberSum) isMeanOf(x *ir.Value) bool {
	return s.x == x && slices.Equal(times(s.matrix, float64(len(s.members))), identity)
}

// identity is the matrix of vectors that are no such product.
var identity = []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}

func times(matrix []float64, factor float64) []float64 {
	product := slices.Clone(matrix)
	for i := range product {
		product[i] *= factor
	}
	return product
}

// membersForm writes the sum of vectors over three or more members of a particle's object, or a
// multiple of it, as one gather and one product. If a constant matrix makes the vectors, that
// product includes it.
func membersForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	sum := e.memberSum(v, e.membersOf)
	if sum == nil || len(sum.members) < 3 {
		return "", false
	}
	shares, ok := shareSlots([]*memberSum{sum}, nil)
	if !ok {
		return "", false
	}
	return e.memberSums(v, shares, name), true
}

// memberTable returns int64[particles,members]: the rows of members of each particle's object,
// which are columns of the table.
func (e *Emitter) memberTable(members []int64) string {
	return e.Named("objects/members_of_particle", func() string {
		return e.Op("Gather", map[string]any{"axis": int64(1)}, e.ObjectTable(), e.Ints(members, int64(len(members))))
	})
}

// memberChoiceForm writes a choice by kind between such sums, or multiples of them, as one
// gather and one product for all kinds. Each member has the factor that it has in the sum of
// its kind. Examples are half a sum over both ends of a stick and a third of one over a hinge,
// or the same with a factor for sticks.
func memberChoiceForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	choices := e.choices(v)
	if choices == nil || e.Trains {
		return "", false
	}
	kinds := e.TableKinds()
	sums, same := make([]*memberSum, len(choices)), true
	for kind, choice := range choices {
		if sums[kind] = e.memberSumOfKind(choice, kinds[kind], choices); sums[kind] == nil {
			return "", false
		}
		same = same && sums[kind].equal(sums[0])
	}
	shares, ok := shareSlots(sums, kinds)
	if same || !ok {
		return "", false
	}
	return e.memberSums(v, shares, name), true
}

// memberSumOfKind returns the sum that v is for particles of a kind, perhaps with a factor for
// each column, or nil if v is another value. An isolated particle is every member of its
// object, so there v may be the mean of itself that another choice is.
func (e *Emitter) memberSumOfKind(v *ir.Value, kind *system.Kind, choices []*ir.Value) *memberSum {
	if sum := e.memberSum(v, e.membersOf); sum != nil {
		return sum
	}
	if sum := e.pairSum(v, kind); sum != nil {
		return sum
	}
	if x, factors := withFactors(v); factors != nil {
		return e.memberSumOfKind(x, kind, nil).scaled(factors)
	}
	if kind.Members() != 1 {
		return nil
	}
	for _, other := range choices {
		other, _ = withFactors(other)
		if sum := e.memberSumOfKind(other, kind, nil); sum != nil && sum.isMeanOf(v) {
			return sum
		}
	}
	return nil
}

// withFactors returns x and the factors if v is x with a factor for each of three columns.
// Otherwise it returns v and nil.
func withFactors(v *ir.Value) (x *ir.Value, factors []float64) {
	if v.Is(ir.Mul) && v.Node.Args[0].Is(ir.Const) && v.Node.Args[0].Type.Equal(ir.Floats(ir.Fixed(1), 3)) {
		return v.Node.Args[1], v.Node.Args[0].Node.Values("values")
	}
	return v, nil
}

// scaled returns the sum, of three columns, with a factor for each column, or nil if s is nil.
func (s *memberSum) scaled(factors []float64) *memberSum {
	if s == nil {
		return nil
	}
	matrix := slices.Clone(s.matrix)
	for i := range matrix {
		matrix[i] *= factors[i%3]
	}
	return &memberSum{s.x, matrix, s.members}
}

// memberSum returns the sum that v is, or of which v is a multiple, or nil if there is none.
// membersOf finds the members.
func (e *Emitter) memberSum(v *ir.Value, membersOf func(*ir.Value) (*ir.Value, []int64)) *memberSum {
	factor := 1.0
	if v.Is(ir.Mul) {
		of, c, ok := ir.WithScalar(v.Node.Args)
		if !ok || len(e.readBy[of]) != 1 {
			return nil
		}
		factor, v = c, of
	}
	x, members := membersOf(v)
	if x == nil || x.Type.Columns() != 3 {
		return nil
	}
	x, matrix := e.beforeProduct(x, len(members))
	return &memberSum{x, times(matrix, factor), members}
}

// pairSum returns the sum over a particle and its partner for a kind whose objects are these
// two particles, or else nil.
func (e *Emitter) pairSum(v *ir.Value, kind *system.Kind) *memberSum {
	for i, relation := range kind.Relations {
		if min(i, relation.Partner) != min(relation.First, relation.Second) || max(i, relation.Partner) != max(relation.First, relation.Second) {
			return nil
		}
	}
	return e.memberSum(v, func(v *ir.Value) (*ir.Value, []int64) {
		if !e.Within || !v.Is(ir.Add) {
			return nil, nil
		}
		own, other := v.Node.Args[0], v.Node.Args[1]
		if x, at := e.memberOf(other); x == own && slices.Equal(at, []int64{systems.Column(systems.PartnerColumn)}) {
			return x, []int64{systems.Column(systems.FirstColumn), systems.Column("second")}
		}
		return nil, nil
	})
}

// memberSums writes v, float[particles,3]: the sum for each particle's kind, or one sum for all
// kinds.
func (e *Emitter) memberSums(v *ir.Value, s *slotShares, name func(*ir.Value) string) string {
	names, columns, sources := e.sourcesOf(s.vectors, name)
	members := s.members
	own := e.ownIn(s.vectors)
	if own != nil {
		members = append(slices.Clone(members), systems.Column(systems.OwnColumn))
	}
	width := len(members) * columns
	adding, counts := make([]float64, 3*width), make([][]float64, len(s.counts))
	for at, matrix := range s.matrices {
		if len(s.counts) == 1 {
			matrix = times(matrix, s.counts[0][at])
		}
		first := 3 * (slices.Index(members, at.member)*columns + sources[at.x].start)
		for i, entry := range through(sources[at.x].matrix, at.x.Type.Columns(), matrix) {
			adding[first+i] += entry
		}
	}
	for kind, of := range s.counts {
		counts[kind] = make([]float64, width)
		for at, count := range of {
			first := slices.Index(members, at.member)*columns + sources[at.x].start
			for row, column := range columnsOf(sources[at.x].matrix, at.x.Type.Columns()) {
				if column >= 0 {
					counts[kind][first+row] = count
				}
			}
		}
	}
	if own != nil {
		e.countOwn(v, own, sources[own], counts, columns)
	}
	joined := names[0]
	if len(names) > 1 {
		joined = e.Op("Concat", map[string]any{"axis": int64(1)}, names...)
	}
	gathered := e.Op("Gather", map[string]any{"axis": int64(0)}, joined, e.memberTable(members))
	rows := e.Op("Reshape", nil, gathered, e.Ints([]int64{-1, int64(width)}, 2))
	if len(s.counts) > 1 {
		rows = e.Op("Mul", nil, e.RowOfKind(counts), rows)
	}
	return e.product(v, rows, adding)
}

// beforeProduct returns the value and the constant matrix of which x is the product, if x has
// this number of readers. Otherwise it returns x and the identity.
func (e *Emitter) beforeProduct(x *ir.Value, readers int) (*ir.Value, []float64) {
	if isProduct(x) && !x.Node.Bool("transpose_y") && x.Node.Args[1].Is(ir.Const) && len(e.readBy[x]) == readers {
		return x.Node.Args[0], x.Node.Args[1].Node.Values("values")
	}
	return x, identity
}

// membersOf returns x and columns of the table if v adds up x at several members of each
// particle's object, or else nil.
func (e *Emitter) membersOf(v *ir.Value) (x *ir.Value, members []int64) {
	if !e.Within || !v.Is(ir.Add) {
		return nil, nil
	}
	for _, arg := range v.Node.Args {
		of, at := e.memberOf(arg)
		if of == nil && len(e.readBy[arg]) == 1 {
			of, at = e.membersOf(arg)
		}
		if of == nil || x != nil && of != x {
			return nil, nil
		}
		x, members = of, append(members, at...)
	}
	return x, members
}

// memberOf returns x and the member's column if v is x at one member, or else nil. The partner
// in a tree is not in the table.
func (e *Emitter) memberOf(v *ir.Value) (x *ir.Value, at []int64) {
	if !v.Is(ir.Gather) || v.Type.DType != ir.Float {
		return nil, nil
	}
	index := v.Node.Args[1]
	if index.Node != nil || !systems.IsColumn(index) || e.Depth > 0 && index.Name == systems.PartnerColumn {
		return nil, nil
	}
	return v.Node.Args[0], []int64{systems.Column(index.Name)}
}
