package verify

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gmnc/predict"
	"gmnc/system"
)

// Batches is the promise that predictions do not depend on how many systems are predicted
// at once.
const Batches = "the same outputs of a system in batches of different sizes"

// BatchSizes returns numbers of systems that are predicted at once, in ascending order. One,
// two, three and the powers of two below most are always among them, and so is a size in the
// upper quarter of most. The others are drawn uniformly in their logarithm, and every second of
// these is next to a power of two. A file that is wrong in all batches above some size is
// therefore found at once, and one that is wrong at a single other size is found with some
// seeds.
func BatchSizes(most, drawn int, source *rand.Rand) []int {
	sizes := []int{1, 2, 3, most - source.IntN(max(1, most/4))}
	for power := 4; power < most; power *= 2 {
		sizes = append(sizes, power)
	}
	for i := range drawn {
		exponent := source.Float64() * math.Log2(float64(most))
		size := int(math.Exp2(exponent))
		if i%2 == 1 {
			size = 1<<int(exponent) + 2*source.IntN(2) - 1
		}
		sizes = append(sizes, max(1, size))
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// outputting is the part of a predictor that the measurements of batches need.
type outputting interface {
	Outputs(samples []system.Sample) (map[string][]float32, error)
}

// InBatches compares the outputs for the systems of each group, repeated in batches of several
// sizes, with the outputs for the group alone. The group with the smallest systems is tried
// with all sizes, the others with the first three and the last. A size whose batch would have
// more than predict.MostEdges edges is reduced. The finding says which sizes were tried, and
// the least number of sizes that any group had. atOnce is the candidate without its own
// division of samples into batches.
func (m Trusted) InBatches(groups []Group, sizes []int, candidate, atOnce outputting) (r Report) {
	first := smallest(groups)
	var tried []int
	fewest := math.MaxInt
	for i, group := range groups {
		own := sizes
		if i != first {
			own = slices.Concat(sizes[:3], sizes[len(sizes)-1:])
		}
		own = fitting(own, group)
		r.addBatches(m, group, own, candidate, atOnce)
		tried, fewest = append(tried, own...), min(fewest, len(own))
	}
	slices.Sort(tried)
	r = r.Worst()
	for i := range r.Findings {
		r.Findings[i].Batches, r.Findings[i].FewestBatches = slices.Compact(tried), fewest
	}
	return r
}

// fitting returns the sizes of batches, reduced so that systems like the first of a group have
// no more than predict.MostEdges edges in a batch.
func fitting(sizes []int, group Group) (fit []int) {
	most := max(1, predict.MostEdges/max(1, group.Samples[0].Edges()))
	for _, size := range sizes {
		if size = min(size, most); !slices.Contains(fit, size) {
			fit = append(fit, size)
		}
	}
	return fit
}

// addBatches measures the batches of one group.
func (r *Report) addBatches(m Trusted, group Group, sizes []int, candidate, atOnce outputting) {
	all, err := candidate.Outputs(group.Samples)
	if err != nil {
		r.breaks(err)
		return
	}
	for _, size := range sizes {
		samples := repeated(group.Samples, size, 1)
		got, err := atOnce.Outputs(samples)
		if err != nil {
			r.breaks(fmt.Errorf("a batch of %d systems: %w", size, err))
			continue
		}
		want := Outputs{}
		for output, values := range all {
			want[output] = repeated(values, size, len(values)/len(group.Samples))
		}
		of := group
		of.Name += fmt.Sprintf(", in a batch of %d", size)
		f := m.worst(Batches, of, samples, want, got)
		f.Tried = group.Tried()
		r.Add(f)
	}
}

// repeated repeats the values of some systems, width of each, until there are those of the
// given number of systems.
func repeated[V any](values []V, systems, width int) []V {
	own := len(values) / max(1, width)
	return slices.Repeat(values, (systems+own-1)/max(1, own))[:systems*width]
}

// smallest returns the index of the group whose systems have the fewest edges, among those that
// have any.
func smallest(groups []Group) (first int) {
	edges := func(g Group) int { return cmp.Or(g.Samples[0].Edges(), math.MaxInt) }
	for i, group := range groups {
		if edges(group) < edges(groups[first]) {
			first = i
		}
	}
	return first
}
