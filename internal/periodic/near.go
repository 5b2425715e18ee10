package periodic

import (
	"math"
	"slices"

	"gmnc/internal/vector"
)

// Near returns, for each of the positions [n*3], the others that are nearer than the cutoff, in
// ascending order. It includes images in a cell, which is nil if there is none. It sorts
// positions into bins no smaller than the cutoff, and searches the bins around each position.
func Near(positions []float32, cell *Cell, cutoff float64) [][]int64 {
	b := newBins(cell, cutoff)
	n := len(positions) / 3
	places, bins := make([][3]float64, n), map[[3]int][]int64{}
	at := make([][3]int, n)
	for i := range places {
		places[i] = vector.At(positions, i)
		at[i] = b.of(places[i])
		bins[at[i]] = append(bins[at[i]], int64(i))
	}
	lists := make([][]int64, n)
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

// bins divides space, or a cell, into bins.
type bins struct {
	cell  *Cell // nil if there is none
	size  float64
	count [3]int // the number of bins along each vector of the cell
}

func newBins(cell *Cell, cutoff float64) bins {
	b := bins{cell: cell, size: cutoff}
	if cell != nil {
		for i := range b.count {
			b.count[i] = max(1, int(cell.Width(i)/cutoff))
		}
	}
	return b
}

// of returns the bin of a position.
func (b bins) of(x [3]float64) (bin [3]int) {
	for i := range bin {
		if b.cell == nil {
			bin[i] = int(math.Floor(x[i] / b.size))
			continue
		}
		share := vector.Dot(b.cell.Inverse[i], x)
		bin[i] = min(int((share-math.Floor(share))*float64(b.count[i])), b.count[i]-1)
	}
	return bin
}

// around returns the bin and those next to it, each once.
func (b bins) around(bin [3]int) (all [][3]int) {
	for step := range 27 {
		beside := [3]int{bin[0] + step%3 - 1, bin[1] + step/3%3 - 1, bin[2] + step/9 - 1}
		if b.cell != nil {
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

// distance returns the distance between the nearest images of two positions.
func (b bins) distance(x, y [3]float64) float64 {
	displacement := vector.Plus(x, -1, y)
	if b.cell != nil {
		displacement, _ = b.cell.Nearest(displacement)
	}
	return vector.Norm(displacement)
}
