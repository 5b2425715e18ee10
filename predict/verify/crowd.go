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

// crowded reports whether systems lie in periodic cells, as those of the training data do.
func (d drawing) crowded() bool {
	known := d.ranges != nil && d.apart() != nil && d.ranges.Particles != nil
	return known && slices.Contains(d.config.Fields, system.CellA.Name) && d.longest() > 0
}

// apart returns the range of distances between neighbors: of all that are listed, or, without
// lists, of the nearest.
func (d drawing) apart() *system.Range {
	if d.config.Sparse {
		return d.ranges.Reach
	}
	return d.ranges.Nearest
}

// sides holds the fields of the vectors of a cell.
var sides = []*system.Field{system.CellA, system.CellB, system.CellC}

// side returns the range of the lengths of a vector of cells, or 1 if none is known.
func (d drawing) side(f *system.Field) system.Range {
	for _, known := range d.ranges.Fields {
		if known.Field == f.Name {
			return known.Range
		}
	}
	return system.Range{Least: 1, Most: 1}
}

// longest returns the length of the longest vector of the training data's cells.
func (d drawing) longest() (longest float64) {
	for _, f := range sides {
		longest = max(longest, d.side(f).Most)
	}
	return longest
}

// mostCrowd is the number of particles of a drawn system if the training data's systems have so
// many that their structures are not known.
const mostCrowd = 64

// crowd draws a periodic cell for the sample, fills it evenly with n particles, as densely as
// in the training data, and gives it what the model takes. Neighbors, if they are listed, are
// those within the training data's reach. The members of an object stay together, in any copy
// of the cell.
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

// skew bounds the multiple of a vector of a drawn cell that is added to the next one. The
// ranges know only the lengths of the vectors.
const skew = 0.1

// flattest is the least length of a vector of a drawn cell relative to the longest: flatter
// cells span no volume.
const flattest = 1e-3

// cell returns a cell for n particles whose vectors have lengths from the training data and are
// nearly at right angles.
func (d drawing) cell(n int) *periodic.Cell {
	vectors := randomAxes(1, d.source)
	size := math.Cbrt(float64(n) / d.ranges.Particles.Most)
	for i, f := range sides {
		known := d.side(f)
		length := d.value(&known)
		if known.Least == 0 { // some systems have no cell
			length = known.Most
		}
		length = max(length, flattest*d.longest())
		for axis := range 3 {
			vectors[i][axis] *= size * length
		}
		if i > 0 && d.config.Sparse { // without lists, models see all pairs, some by an image that is not the nearest
			vectors[i] = vector.Plus(vectors[i], skew*(2*d.source.Float64()-1), vectors[i-1])
		}
	}
	cell, _ := periodic.New(vectors, [3]bool{true, true, true}) // no cell is too flat
	return cell
}

// lattice returns n positions in a cell. They lie on a lattice with room for them, each
// displaced at random by so little that they stay as far apart as the training data's nearest
// neighbors.
func (d drawing) lattice(cell *periodic.Cell, n int) [][3]float64 {
	side := int(math.Ceil(math.Cbrt(float64(n))))
	spacing := min(cell.Width(0), cell.Width(1), cell.Width(2)) / float64(side)
	jitter := min(max(0, 1-d.apart().Least/spacing)/2, 0.4)
	positions := make([][3]float64, n)
	for i, at := range d.source.Perm(side * side * side)[:n] {
		for k, step := range []int{at % side, at / side % side, at / side / side} {
			share := (float64(step) + 0.5 + float64(jitter*(2*d.source.Float64()-1))) / float64(side)
			positions[i] = vector.Plus(positions[i], share, cell.Vectors[k])
		}
	}
	return positions
}

// elsewhere moves some particles and objects into the next copy of the cell.
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

// halfway is the distance from the middle between two images, as a fraction of the cell, within
// which no neighbor is listed: there rounding would choose between the images.
const halfway = 1e-3

// surroundings returns the lists of neighbors within a reach, with as many slots as the
// longest list needs.
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

// between reports whether a particle is in the middle between two images of another, or models
// see an image other than the nearest.
func between(positions []float32, cell *periodic.Cell, i, j int) bool {
	offset := vector.Plus(vector.At(positions, i), -1, vector.At(positions, j))
	for k := range cell.Inverse {
		share := math.Abs(vector.Dot(cell.Inverse[k], offset))
		if math.Abs(share-math.Floor(share)-0.5) < halfway || share > system.Images {
			return true
		}
	}
	seen, _ := cell.Nearest(offset)
	return vector.Norm(cell.Shortest(seen)) < vector.Norm(seen)
}

// straightened changes a drawn cell in which models would see an image other than the nearest.
// It puts the cell's vectors at right angles, and lengthens those that are already so until the
// system fits.
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
