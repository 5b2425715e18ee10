package regression

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"gmnc/builder"
	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// bodies are samples of four particles with names, in another order in each, whose positions are near the corners of a
// tetrahedron.
func bodies(count int) (all []system.Sample) {
	random := rand.New(rand.NewPCG(1, 2))
	corners := [4][3]float32{{3, 0, 0}, {0, 2, 0}, {0, 0, 1}, {-1, -1, -1}}
	for k := range count {
		s := system.Sample{Position: make([]float32, 12), Velocity: make([]float32, 12), TargetPosition: make([]float32, 12), NodeFeatures: make([]float32, 16)}
		for name, corner := range corners {
			particle := (name + k) % 4
			s.NodeFeatures[4*particle+name] = 1
			for c := range 3 {
				at := 3*particle + c
				s.Position[at] = corner[c] + 0.2*float32(random.NormFloat64())
				s.Velocity[at] = float32(random.NormFloat64())
				s.TargetPosition[at] = s.Position[at] + float32(random.NormFloat64())
			}
		}
		all = append(all, s)
	}
	return all
}

// TestPosesOfBodies: the pose of the reference is its position about the mean and its velocity, in units of their sizes and in
// the order of names. A body that is rotated, moved and named in another order has the same pose.
func TestPosesOfBodies(t *testing.T) {
	training := bodies(3)
	p := posingOf(training, 0.25)
	by := scalesOf(training)
	require.Equal(t, 4, p.names())
	allclose.Within(t, []float64{by.position, by.velocity / 4}, []float64{p.scales.position, p.scales.velocity}, 1e-12)
	s := &training[0]
	own := p.pose(s)
	require.Equal(t, []int{0, 1, 2, 3}, own.order)
	var want []float64
	for name := range 4 {
		for c := range 3 {
			want = append(want, by.position*centered(s.Position)[3*name+c])
		}
		for c := range 3 {
			want = append(want, by.velocity/4*float64(s.Velocity[3*name+c]))
		}
	}
	allclose.Within(t, want, own.input, 1e-6)
	moved := system.Sample{Position: make([]float32, 12), Velocity: make([]float32, 12), NodeFeatures: make([]float32, 16)}
	for name := range 4 {
		particle := 3 - name
		moved.NodeFeatures[4*particle+name] = 1
		for at, from := range []int{1, 2, 0} {
			moved.Position[3*particle+at], moved.Velocity[3*particle+at] = s.Position[3*name+from]+5, s.Velocity[3*name+from]
		}
	}
	other := p.pose(&moved)
	require.Equal(t, []int{3, 2, 1, 0}, other.order)
	allclose.Within(t, want, other.input, 1e-6)
}

// TestNetworksOfTraining: of a training sample, each network misses its displacement by the ridge times its height.
func TestNetworksOfTraining(t *testing.T) {
	training := bodies(6)
	all := networkCandidates(training, 0.25)
	require.Len(t, all, len(networkWidths)*len(networkLinear)*len(networkRidges))
	median := 0.
	for k, candidate := range all {
		model, err := candidate()
		require.NoError(t, err)
		require.True(t, model.bars)
		n, ridge := model.network, networkRidges[k%4]
		if k == 0 {
			median = n.width / networkWidths[0]
			require.InEpsilon(t, medianDistance(rowsOf(n.centers)), median, 1e-12)
		}
		require.InEpsilon(t, networkWidths[k/20]*median, n.width, 1e-12)
		for i := range training {
			p := n.pose(&training[i])
			missed := outOfOrder(turned(n.heights.RawRowView(i), p.frame), p.order)
			floats.Scale(-ridge, missed)
			floats.Add(missed, displacementOf(&training[i]))
			allclose.Within(t, missed, model.displacement(&training[i]), 1e-8, "%d", k)
		}
		var trace float64
		for _, row := range rowsOf(n.centers) {
			trace += floats.Dot(row, row) / 6
		}
		if k%20 == 19 { // the linear part of the first sample by the heights of all
			var sum float64
			for c := range 24 {
				sum += n.centers.At(0, c) * n.linear.At(c, 0)
			}
			var want float64
			for i := range 6 {
				want += networkLinear[4] / trace * floats.Dot(n.centers.RawRowView(0), n.centers.RawRowView(i)) * n.heights.At(i, 0)
			}
			require.InDelta(t, want, sum, 1e-9)
		}
	}
	one, err := all[0]()
	require.NoError(t, err)
	weights := one.network.weights()
	require.Len(t, weights, 8)
	require.Equal(t, []float32{float32(1 / (2 * one.network.width * one.network.width))}, weights[builder.RBFSharpness])
}

// TestKernelsOfTraining: a kernel regression with a small ridge has the displacements of its training samples.
func TestKernelsOfTraining(t *testing.T) {
	training := bodies(6)
	all := kernelCandidates(training, true)
	require.Len(t, all, len(kernelWidths)*len(kernelRidges))
	model, err := all[0]()
	require.NoError(t, err)
	for i := range training {
		allclose.Within(t, displacementOf(&training[i]), model.displacement(&training[i]), 1e-5)
	}
}

// TestInputsOfKernels: the input of the reference is its position about the mean and its velocity, in units of their sizes.
func TestInputsOfKernels(t *testing.T) {
	s := bodies(1)[0]
	k := kernel{scales: scales{2, 3}, reference: centered(s.Position)}
	want := centered(s.Position)
	floats.Scale(2, want)
	for _, v := range s.Velocity {
		want = append(want, 3*float64(v))
	}
	allclose.Within(t, want, k.input(&s, k.frame(&s)), 1e-6)
	allclose.Within(t, []float64{0}, Nearest([]system.Sample{s}, []system.Sample{s}), 1e-6)
}
