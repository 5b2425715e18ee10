package verify_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/periodic"
	"gmnc/predict/verify"
	"gmnc/system"
)

// reach is how far neighbors are listed in the boxes below.
const reach = 2.5

// boxed returns systems of the given number of particles, 125 in a full box, on a lattice
// of spacing 2 in a periodic box that goes through them, with neighbors within the
// reach.
func boxed(particles int) (samples []system.Sample) {
	random := rand.New(rand.NewPCG(4, 2))
	for range 3 {
		s := system.Sample{}
		for i := range particles {
			for _, step := range []int{i % 5, i / 5 % 5, i / 25} {
				s.Position = append(s.Position, float32(2*float64(step)+0.4*random.Float64()))
				s.Velocity = append(s.Velocity, float32(0.1*random.NormFloat64()))
			}
		}
		for k, f := range []*system.Field{system.CellA, system.CellB, system.CellC} {
			vector := make([]float32, 3)
			vector[k] = 10
			f.Set(&s, vector)
		}
		const slots = 12
		for _, near := range periodic.Near(s.Position, s.Cell(), reach) {
			for len(near) < slots {
				near = append(near, -1)
			}
			s.Neighbors = append(s.Neighbors, near...)
		}
		samples = append(samples, s)
	}
	return samples
}

// TestSystemsInBoxesAreLikeTheTraining: as dense, with neighbors as near, and images
// beyond the box that count.
func TestSystemsInBoxesAreLikeTheTraining(t *testing.T) {
	config := config.DefaultConfig()
	config.Model, config.Sparse, config.NoCharge = "egnn", true, true
	config.Fields = []string{"cell_a", "cell_b", "cell_c"}
	for particles, drawn := range map[int]int{125: 64, 50: 50} { // of many the structure is not known
		ranges := system.MeasureRanges(boxed(particles), nil)
		density := float64(particles) / 1000
		groups, err := verify.InRanges(config, ranges, verify.Inside, 6, rand.New(rand.NewPCG(1, 3)))
		require.NoError(t, err)
		require.Len(t, groups, 1)
		require.Equal(t, drawn, groups[0].Samples[0].Particles())
		for _, group := range append(groups, verify.Random(config, ranges)...) {
			for _, s := range group.Samples {
				require.NoError(t, system.CheckInputs([]system.Sample{s}))
				require.InEpsilon(t, density, float64(s.Particles())/s.Volume(), 0.01)
				known := system.MeasureRanges([]system.Sample{s}, nil)
				if known.Reach != nil {
					require.LessOrEqual(t, known.Reach.Most, ranges.Reach.Most)
				}
			}
		}
		first := groups[0].Samples[0]
		far := 0
		for slot, j := range first.Neighbors {
			if j >= 0 && system.Distance(first.Position, slot/first.Slots(), int(j)) > 2*reach {
				far++
			}
		}
		require.Greater(t, far, first.Particles(), "neighbors by images")
	}
}

// TestNoNearerInCellsThanTheTraining: where all particles of a cell are neighbors, images of
// drawn ones are no nearer to each other than the training's.
func TestNoNearerInCellsThanTheTraining(t *testing.T) {
	config := config.DefaultConfig()
	config.Model, config.NoCharge = "gmn-ode", true
	config.Fields = []string{"cell_a", "cell_b", "cell_c"}
	ranges := system.MeasureRanges(boxed(50), nil)
	groups, err := verify.InRanges(config, ranges, verify.Inside, 20, rand.New(rand.NewPCG(1, 3)))
	require.NoError(t, err)
	for _, group := range append(groups, verify.Random(config, ranges)...) {
		for _, s := range group.Samples {
			require.Nil(t, s.Neighbors)
			if own := system.MeasureRanges([]system.Sample{s}, nil).Nearest; own != nil && s.Count(system.Stick)+s.Count(system.Hinge) == 0 {
				require.GreaterOrEqual(t, own.Least, 0.999*ranges.Nearest.Least, group.Name)
			}
		}
	}
}

// TestNearestImagesInDrawnCells: without lists of neighbors, too, all have an image that
// models see as the nearest, where cells are smaller than systems.
func TestNearestImagesInDrawnCells(t *testing.T) {
	config := config.DefaultConfig()
	config.Model, config.NoCharge = "egnn", true
	config.Fields = []string{"cell_a", "cell_b", "cell_c"}
	report := func(array, format string, arguments ...any) error { return fmt.Errorf(array+format, arguments...) }
	for _, config.Sparse = range []bool{false, true} {
		known := boxed(50)
		for i := range known {
			system.CellB.Set(&known[i], []float32{4, 3, 0})
		}
		ranges := system.MeasureRanges(known, nil)
		groups := verify.Random(config, ranges)
		for _, place := range []verify.Region{verify.Inside, verify.Edges, verify.Beyond} {
			more, err := verify.InRanges(config, ranges, place, 4, rand.New(rand.NewPCG(1, 3)))
			require.NoError(t, err)
			groups = append(groups, more...)
		}
		for _, group := range groups {
			for _, s := range group.Samples {
				require.NotNil(t, s.Cell())
				require.NoError(t, s.CheckImages(report), group.Name)
			}
		}
	}
}

// TestCellsOfAnyRanges: systems are drawn in cells of lengths that are far apart, and
// without a cell where all lengths are 0.
func TestCellsOfAnyRanges(t *testing.T) {
	config := config.DefaultConfig()
	config.Model, config.Sparse, config.NoCharge = "egnn", true, true
	config.Fields = []string{"cell_a", "cell_b", "cell_c"}
	ranges := system.MeasureRanges(boxed(50), nil)
	for _, lengths := range [][3]float64{{0, 0, 0}, {1e-30, 1e-30, 10}, {0, 10, 10}} {
		for i, length := range lengths {
			ranges.Fields[i].Range = system.Range{Least: length, Most: length}
		}
		require.NoError(t, ranges.Validate())
		for _, place := range []verify.Region{verify.Inside, verify.Edges, verify.Beyond} {
			groups, err := verify.InRanges(config, ranges, place, 2, rand.New(rand.NewPCG(1, 3)))
			require.NoError(t, err)
			require.NotEmpty(t, groups)
			require.Equal(t, lengths[2] > 0, groups[0].Samples[0].Cell() != nil, "%v", lengths)
		}
	}
}
