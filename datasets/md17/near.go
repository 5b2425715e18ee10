package md17

import (
	"fmt"
	"math"
	"slices"

	"gmnc/datasets/graph"
	"gmnc/internal/fields"
	"gmnc/internal/periodic"
	"gmnc/internal/vector"
	"gmnc/system"
)

// apart is the length of a cell's vector relative to the extent of the atoms, along an axis
// that is not periodic. It is so long that no image is ever the nearest.
const apart = 8

// surround sets the cells of samples. Their neighbors become the atoms nearer than the cutoff,
// including images in a periodic cell.
func (s *source) surround(samples []system.Sample, starts []int64, cutoff float64) error {
	for i := range samples {
		box, err := s.box(starts, i, cutoff)
		if err != nil {
			return err
		}
		sample := &samples[i]
		var vectors [3][3]float64 // none
		if box != nil {
			s.bringHome(sample, box)
			vectors = box.Vectors
		}
		for k, f := range []*system.Field{system.CellA, system.CellB, system.CellC} {
			if s.celled {
				f.Set(sample, vector.Narrowed(vectors[k][:]))
			}
		}
		s.list(sample, periodic.Near(sample.Position, box, cutoff), hopsOf(sample))
	}
	return nil
}

// steady is the relative change of a cell up to which there is no note. Such a change comes
// from the digits of a file.
const steady = 1e-5

// noteBoxes adds a note if cells change between the frames of pairs.
func (s *source) noteBoxes(span int) {
	if s.trajectory == nil {
		return
	}
	worst, from := steady, -1
	for frame := range max(0, len(s.cells)-span) {
		if change := boxChange(s.cells[frame], s.cells[frame+span]); change > worst {
			worst, from = change, frame
		}
	}
	if from >= 0 {
		s.notes = append(s.notes, fmt.Sprintf("boxes change from inputs to targets, most from frame %d on, by %.2g of themselves: a sample has the box of its input, which rollouts keep", s.first+from, worst))
	}
}

// boxChange returns the largest relative change of a cell's vectors, or 1 if only one frame has
// a cell.
func boxChange(from, to *periodic.Cell) (most float64) {
	if from == nil || to == nil {
		if from != to {
			return 1
		}
		return 0
	}
	for i, v := range from.Vectors {
		most = max(most, vector.Distance(v, to.Vectors[i])/vector.Norm(v))
	}
	return most
}

// hopsOf returns the number of bonds, one or two, between each pair of neighbors of a sample.
func hopsOf(sample *system.Sample) map[[2]int]float32 {
	hops := map[[2]int]float32{}
	for slot, j := range sample.Neighbors {
		if j >= 0 {
			hops[[2]int{slot / sample.Slots(), int(j)}] = sample.EdgeFeatures[slot*len(edgeFeatures)]
		}
	}
	return hops
}

// box returns the cell of the frame at which a sample starts, or nil if it has none. Along an
// axis that is not periodic its vector is long.
func (s *source) box(starts []int64, i int, cutoff float64) (*periodic.Cell, error) {
	if s.trajectory == nil || s.cells == nil || s.cells[starts[i]] == nil {
		return nil, nil
	}
	frame := int(starts[i])
	own := s.cells[frame]
	size := 3 * len(s.numbers)
	at := s.motion.Positions[size*frame : size*(frame+1)]
	extent := cutoff + slices.Max(at) - slices.Min(at)
	var vectors [3][3]float64
	for i, v := range own.Vectors {
		stretch := 1.0
		if !own.Periodic[i] {
			stretch = max(1, apart*extent/vector.Norm(v))
		} else if width := own.Width(i); cutoff > width/2 {
			return nil, fields.Errorf("%s: the {cutoff} of %g angstrom is more than half of the box of frame %d, which is %.4g wide: an atom and its image would both be near; use a smaller one", s.path, cutoff, frame, width)
		}
		for axis, x := range v {
			vectors[i][axis] = stretch * x
		}
	}
	return periodic.New(vectors, own.Periodic)
}

// bringHome moves whole molecules so that the first atom of each is within the cell in the
// input. The target moves with it.
func (s *source) bringHome(sample *system.Sample, box *periodic.Cell) {
	for _, molecule := range graph.Components(len(s.numbers), sample.Bonds) {
		var displacement [3]float64
		first := sample.Position[3*molecule[0]:]
		for i := range box.Vectors {
			share := vector.Dot(box.Inverse[i], [3]float64{float64(first[0]), float64(first[1]), float64(first[2])})
			if box.Periodic[i] {
				displacement = vector.Plus(displacement, -math.Floor(share), box.Vectors[i])
			}
		}
		for _, atom := range molecule {
			for axis := range displacement {
				sample.Position[3*atom+axis] += float32(displacement[axis])
				sample.TargetPosition[3*atom+axis] += float32(displacement[axis])
			}
		}
	}
}

// list sets the neighbors of a sample, in as many slots as the longest list needs, and their
// features.
func (s *source) list(sample *system.Sample, near [][]int64, hops map[[2]int]float32) {
	slots := 1 // also if no atom has a neighbor
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
