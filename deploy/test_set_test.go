package deploy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/system"
)

// TestDifferingErrors: stated errors hold if mean squares, and sums of lengths beyond their
// rounding, are the same to a thousandth.
func TestDifferingErrors(t *testing.T) {
	for _, c := range []struct {
		position, constraint, rounding float64
		want                           []string
	}{
		{4, 2, 0, nil},
		{4 * 1.0009, 2 * 1.0009, 0, nil},
		{4 * 0.9991, 2 * 0.9991, 0, nil},
		{4 * 1.0011, 2, 0, []string{"root mean squared error on d.npz is stated as 2.0011 and is 2"}},
		{4, 2 * 1.0011, 0, []string{"constraint error on d.npz is stated as 2.0022 and is 2"}},
		{4, 2 * 1.0011, 0.001, nil},
	} {
		stated := &artifact.TestErrors{Data: "d.npz", Position: c.position, Constraint: c.constraint}
		require.Equal(t, c.want, differing(stated, &artifact.TestErrors{Position: 4, Constraint: 2}, c.rounding), "%+v", c)
	}
	require.Len(t, differing(&artifact.TestErrors{Position: math.NaN(), Constraint: math.NaN()}, &artifact.TestErrors{}, 0), 2)
}

// TestCountedSamples: without a test set there is nothing to count.
func TestCountedSamples(t *testing.T) {
	samples, file := (*TestSet)(nil).counted()
	require.Nil(t, samples)
	require.Empty(t, file)
	samples, file = (&TestSet{Info: &run.DataInfo{File: "d.npz"}, Samples: make([]system.Sample, 2)}).counted()
	require.Len(t, samples, 2)
	require.Equal(t, "d.npz", file)
}

// TestRoundingOfLengths: each bar may change by the tolerance of the largest coordinate of its system, of the input or of the
// target; the mean over systems counts.
func TestRoundingOfLengths(t *testing.T) {
	stick := system.Objects{{Kind: system.ListedKinds()[0], Members: []int{0, 1}}}
	require.Len(t, stick[0].Bars(), 1)
	still := system.Sample{Position: []float32{1, -8, 2}, TargetPosition: []float32{0, 3, 4}, Objects: stick}
	moved := system.Sample{Position: []float32{1, 2, 3}, TargetPosition: []float32{0, -16, 4}, Objects: append(stick[:1:1], stick...)}
	free := system.Sample{Position: []float32{1e6}}
	require.InDelta(t, verify.LengthTolerance*(8+2*16+0)/3, (&TestSet{Samples: []system.Sample{still, moved, free}}).lengthRounding(), 1e-15)
}

// TestGroupsOfTestSamples: about as many samples as are asked for are taken, evenly, in groups of one composition.
func TestGroupsOfTestSamples(t *testing.T) {
	test := &TestSet{Info: &run.DataInfo{File: "d.npz"}}
	for i := range 10 {
		n := 1 + i/5
		test.Samples = append(test.Samples, system.Sample{Position: make([]float32, 3*n), Velocity: make([]float32, 3*n)})
	}
	for most, want := range map[int][]int{100: {5, 5}, 10: {5, 5}, 5: {3, 2}, 4: {3, 2}, 3: {2, 2}} {
		var counts []int
		for _, group := range test.groups(most, most == 10) {
			counts = append(counts, len(group.Samples))
			require.Equal(t, "of the test split of d.npz", group.Name)
			require.Equal(t, "systems of the test split of d.npz", group.Kind)
			require.Equal(t, most == 10, group.Fixed)
		}
		require.Equal(t, want, counts, "%d", most)
	}
}
