package md17

import (
	"math"
	"slices"

	"gmnc/datasets/graph"
	"gmnc/internal/fields"
	"gmnc/internal/vector"
	"gmnc/system"
)

// apart is how many times the extent of the atoms the vector of a cell is where that is
// not periodic, so that no image is ever the nearest.
const apart = 8

// surround gives samples their cells, and the atoms nearer than the cutoff as
// neighbours, images in a periodic cell included.
func (s *source) surround(samples []system.Sample, starts []int64, cutoff float64) error {
	for i := range samples {
		box, err := s.box(starts, i, cutoff)
		if err != nil {
			return err
		}
		sample := &samples[i]
		if box != nil {
			s.bringHome(sample, box)
			for k, f := range []*system.Field{system.CellA, system.CellB, system.CellC} {
				f.Set(sample, narrowed(box.vectors[k][:]))
			}
		}
		s.list(sample, near(sample.Position, box, cutoff), hopsOf(sample))
	}
	return nil
}

// hopsOf are how many bonds, one or two, join two of the listed neighbours of a sample.
func hopsOf(sample *system.Sample) map[[2]int]float32 {
	hops := map[[2]int]float32{}
	for slot, j := range sample.Neighbors {
		if j >= 0 {
			hops[[2]int{slot / sample.Slots(), int(j)}] = sample.EdgeFeatures[slot*len(edgeFeatures)]
		}
	}
	return hops
}

// box is the cell of the frame at which a sample starts, with a vector along every axis;
// nil where there is none.
func (s *source) box(starts []int64, i int, cutoff float64) (*cell, error) {
	if s.trajectory == nil || s.cells == nil || s.cells[starts[i]] == nil {
		return nil, nil
	}
	frame := int(starts[i])
	own := s.cells[frame]
	size := 3 * len(s.numbers)
	at := s.motion.Positions[size*frame : size*(frame+1)]
	extent := cutoff + slices.Max(at) - slices.Min(at)
	var numbers []float64
	for i, v := range own.vectors {
		stretch := 1.0
		if !own.periodic[i] {
			stretch = max(1, apart*extent/vector.Norm(v))
		} else if width := 1 / vector.Norm(own.inverse[i]); cutoff > width/2 {
			return nil, fields.Errorf("%s: the {cutoff} of %g angstrom is more than half of the box of frame %d, which is %.4g wide: an atom and its image would both be near; use a smaller one", s.path, cutoff, frame, width)
		}
		for _, x := range v {
			numbers = append(numbers, stretch*x)
		}
	}
	return newCell(numbers, own.periodic)
}

// bringHome moves molecules as wholes, so that the first atom of each is within the cell
// in the input. The target moves along.
func (s *source) bringHome(sample *system.Sample, box *cell) {
	for _, molecule := range graph.Components(len(s.numbers), sample.Bonds) {
		var way [3]float64
		first := sample.Position[3*molecule[0]:]
		for i := range box.vectors {
			share := vector.Dot(box.inverse[i], [3]float64{float64(first[0]), float64(first[1]), float64(first[2])})
			if box.periodic[i] {
				way = vector.Plus(way, -math.Floor(share), box.vectors[i])
			}
		}
		for _, atom := range molecule {
			for axis := range way {
				sample.Position[3*atom+axis] += float32(way[axis])
				sample.TargetPosition[3*atom+axis] += float32(way[axis])
			}
		}
	}
}

// list gives a sample lists of neighbours in as many slots as the longest needs, with
// their features.
func (s *source) list(sample *system.Sample, near [][]int64, hops map[[2]int]float32) {
	slots := 1 // of data whose atoms are all alone, too
	for _, own := range near {
		slots = max(slots, len(own))
	}
	sample.Neighbors, sample.EdgeFeatures = nil, nil
	for i, own := range near {
		for slot := range slots {
			if slot >= len(own) {
				sample.Neighbors = append(sample.Neighbors, -1)
				sample.EdgeFeatures = append(sample.EdgeFeatures, 0, 0, 0)
				continue
			}
			j := own[slot]
			sample.Neighbors = append(sample.Neighbors, j)
			sample.EdgeFeatures = append(sample.EdgeFeatures, hops[[2]int{i, int(j)}], float32(s.numbers[i]), float32(s.numbers[j]))
		}
	}
}

// near are, of each atom, the others nearer than the cutoff, in ascending order. Atoms
// are sorted into bins no smaller than the cutoff, and looked for in those around.
func near(positions []float32, box *cell, cutoff float64) [][]int64 {
	b := newBins(box, cutoff)
	atoms := len(positions) / 3
	places, bins := make([][3]float64, atoms), map[[3]int][]int64{}
	at := make([][3]int, atoms)
	for i := range places {
		places[i] = [3]float64{float64(positions[3*i]), float64(positions[3*i+1]), float64(positions[3*i+2])}
		at[i] = b.of(places[i])
		bins[at[i]] = append(bins[at[i]], int64(i))
	}
	lists := make([][]int64, atoms)
	for i := range lists {
		for _, bin := range b.around(at[i]) {
			for _, j := range bins[bin] {
				if int(j) != i && b.distance(places[i], places[j]) < cutoff {
					lists[i] = append(lists[i], j)
				}
			}
		}
		slices.Sort(lists[i])
	}
	return lists
}

// bins divide space, or a cell.
type bins struct {
	box   *cell // nil for none
	size  float64
	count [3]int // along each vector of the cell
}

func newBins(box *cell, cutoff float64) bins {
	b := bins{box: box, size: cutoff}
	if box != nil {
		for i := range b.count {
			b.count[i] = max(1, int(1/(vector.Norm(box.inverse[i])*cutoff)))
		}
	}
	return b
}

// of is the bin of a place.
func (b bins) of(x [3]float64) (bin [3]int) {
	for i := range bin {
		if b.box == nil {
			bin[i] = int(math.Floor(x[i] / b.size))
			continue
		}
		share := vector.Dot(b.box.inverse[i], x)
		bin[i] = min(int((share-math.Floor(share))*float64(b.count[i])), b.count[i]-1)
	}
	return bin
}

// around are the bin and those beside it, each once.
func (b bins) around(bin [3]int) (all [][3]int) {
	for step := range 27 {
		beside := [3]int{bin[0] + step%3 - 1, bin[1] + step/3%3 - 1, bin[2] + step/9 - 1}
		if b.box != nil {
			for i := range beside {
				beside[i] = (beside[i] + b.count[i]) % b.count[i]
			}
		}
		if !slices.Contains(all, beside) {
			all = append(all, beside)
		}
	}
	return all
}

// distance is that of the nearest images.
func (b bins) distance(x, y [3]float64) float64 {
	way := vector.Plus(x, -1, y)
	if b.box != nil {
		way, _ = b.box.nearest(way)
	}
	return vector.Norm(way)
}
