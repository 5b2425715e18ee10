package verify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gmnc/internal/periodic"
	"gmnc/internal/vector"
	"gmnc/system"
)

// crowded reports whether systems lie in periodic cells, as the training's do.
func (d drawing) crowded() bool {
	known := d.ranges != nil && d.apart() != nil && d.ranges.Particles != nil
	return known && slices.Contains(d.config.Fields, system.CellA.Name) && d.longest() > 0
}

// apart is how far neighbours are apart: all that are listed, or without lists the nearest.
func (d drawing) apart() *system.Range {
	if d.config.Sparse {
		return d.ranges.Reach
	}
	return d.ranges.Nearest
}

// sides are the vectors of a cell.
var sides = []*system.Field{system.CellA, system.CellB, system.CellC}

// side is the range of the lengths of a vector of cells; 1 where none is known.
func (d drawing) side(f *system.Field) system.Range {
	for _, known := range d.ranges.Fields {
		if known.Field == f.Name {
			return known.Range
		}
	}
	return system.Range{Least: 1, Most: 1}
}

// longest is the length of the longest vector of the training's cells.
func (d drawing) longest() (longest float64) {
	for _, f := range sides {
		longest = max(longest, d.side(f).Most)
	}
	return longest
}

// mostCrowd is how many particles systems are drawn with where the systems of the
// training, which have more, are too large for their structures to be known.
const mostCrowd = 64

// crowd fills the sample's periodic cell, which it draws, evenly with n particles, as
// densely as the training's are, and gives it what the model takes. Neighbours, where they
// are listed, are those within the training's reach. Objects keep together, in any copy of the cell.
func (d drawing) crowd(s *system.Sample, n int) {
	if d.ranges.Bar == nil {
		known := *d.ranges
		known.Bar, d.ranges = d.apart(), &known
	}
	cell := d.cell(n)
	speed := d.value(d.ranges.Speed)
	x, v := d.lattice(cell, n), make([][3]float64, n)
	for i := range v {
		v[i] = d.direction(speed * d.source.Float64())
	}
	d.rigidify(s.Objects, speed, x, v)
	elsewhere(s.Objects, cell, x, d.source)
	s.Position, s.Velocity = nil, nil
	for i := range n {
		s.Position, s.Velocity = append(s.Position, narrowed(x[i])...), append(s.Velocity, narrowed(v[i])...)
	}
	if d.config.Sparse {
		s.Neighbors = surroundings(s.Position, cell, d.ranges.Reach.Most)
	}
	d.give(s)
	for i, f := range sides {
		f.Set(s, narrowed(cell.Vectors[i]))
	}
}

// skew is the most of a vector of a drawn cell that is added to the next: ranges have
// the vectors' lengths alone.
const skew = 0.1

// flattest is the share of the longest vector that the others of a drawn cell have at
// least: flatter ones span no volume.
const flattest = 1e-3

// cell is one for n particles with vectors of the training's lengths, nearly at right
// angles.
func (d drawing) cell(n int) *periodic.Cell {
	vectors := randomAxes(1, d.source)
	size := math.Cbrt(float64(n) / d.ranges.Particles.Most)
	for i, f := range sides {
		known := d.side(f)
		length := d.value(&known)
		if known.Least == 0 { // of systems without a cell
			length = known.Most
		}
		length = max(length, flattest*d.longest())
		for axis := range 3 {
			vectors[i][axis] *= size * length
		}
		if i > 0 && d.config.Sparse { // else models see other images than the nearest of some
			vectors[i] = vector.Plus(vectors[i], skew*(2*d.source.Float64()-1), vectors[i-1])
		}
	}
	cell, _ := periodic.New(vectors, [3]bool{true, true, true}) // none is too flat
	return cell
}

// lattice are n places in a cell, on a lattice that has room for them, and beside it by as
// much as leaves them no nearer to each other than the training's nearest neighbours.
func (d drawing) lattice(cell *periodic.Cell, n int) [][3]float64 {
	side := int(math.Ceil(math.Cbrt(float64(n))))
	spacing := min(cell.Width(0), cell.Width(1), cell.Width(2)) / float64(side)
	beside := min(max(0, 1-d.apart().Least/spacing)/2, 0.4)
	places := make([][3]float64, n)
	for i, at := range d.source.Perm(side * side * side)[:n] {
		for k, step := range []int{at % side, at / side % side, at / side / side} {
			share := (float64(step) + 0.5 + float64(beside*(2*d.source.Float64()-1))) / float64(side)
			places[i] = vector.Plus(places[i], share, cell.Vectors[k])
		}
	}
	return places
}

// elsewhere moves some particles and objects to the next copy of the cell.
func elsewhere(objects system.Objects, cell *periodic.Cell, x [][3]float64, source *rand.Rand) {
	alone := make([]bool, len(x))
	for i := range alone {
		alone[i] = true
	}
	move := func(members []int) {
		for k := range cell.Vectors {
			if source.IntN(2) == 0 {
				continue
			}
			for _, member := range members {
				x[member] = vector.Plus(x[member], 1, cell.Vectors[k])
			}
		}
	}
	for _, object := range objects {
		move(object.Members)
		for _, member := range object.Members {
			alone[member] = false
		}
	}
	for i, is := range alone {
		if is {
			move([]int{i})
		}
	}
}

// halfway is how near to the middle between two images, as a share of the cell, none is
// listed: rounding would choose among them.
const halfway = 1e-3

// surroundings are the lists of neighbours within a reach, in as many slots as the longest
// needs.
func surroundings(positions []float32, cell *periodic.Cell, reach float64) (lists []int64) {
	near, slots := periodic.Near(positions, cell, reach), 1
	for i, own := range near {
		near[i] = slices.DeleteFunc(own, func(j int64) bool { return between(positions, cell, i, int(j)) })
		slots = max(slots, len(near[i]))
	}
	for _, own := range near {
		lists = append(lists, own...)
		lists = append(lists, slices.Repeat([]int64{-1}, slots-len(own))...)
	}
	return lists
}

// between reports whether a particle is in the middle between two images of another, or
// models see another image than the nearest.
func between(positions []float32, cell *periodic.Cell, i, j int) bool {
	way := vector.Plus(vector.At(positions, i), -1, vector.At(positions, j))
	for k := range cell.Inverse {
		share := math.Abs(vector.Dot(cell.Inverse[k], way))
		if math.Abs(share-math.Floor(share)-0.5) < halfway || share > system.Images {
			return true
		}
	}
	seen, _ := cell.Nearest(way)
	return vector.Norm(cell.Shortest(seen)) < vector.Norm(seen)
}

// straightened gives a drawn cell in which models would see another image than the nearest
// vectors at right angles, and of lengths for the system.
func straightened(s *system.Sample) {
	const most = 100
	report := func(array, format string, arguments ...any) error { return fmt.Errorf(array+format, arguments...) }
	for range most {
		if s.CheckImages(report) == nil {
			return
		}
		v, longer := s.Cell().Vectors, 1.
		if s.Cell().Square() {
			longer = 2
		}
		up := vector.Cross(v[0], v[1])
		for k, axis := range [][3]float64{v[0], vector.Cross(up, v[0]), up} {
			sides[k].Set(s, narrowed(vector.Plus([3]float64{}, longer*vector.Norm(v[k])/vector.Norm(axis), axis)))
		}
	}
}

func narrowed(v [3]float64) []float32 { return []float32{float32(v[0]), float32(v[1]), float32(v[2])} }
