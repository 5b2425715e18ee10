package regression

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// TestChoices: the widths, the ridges, the linear parts and the sizes of velocities that validation chooses from.
func TestChoices(t *testing.T) {
	require.Equal(t, []float64{0.5, 1, 2, 4, 8}, kernelWidths)
	require.Equal(t, []float64{0.25, 0.5, 1, 2}, networkWidths)
	require.Equal(t, []float64{0.125, 0.25, 0.5}, networkVelocities)
	require.Equal(t, []float64{1, 3, 10, 30, 100}, networkLinear)
	require.Equal(t, []float64{0.01, 0.03, 0.1, 0.3}, networkRidges)
	for _, c := range []struct {
		ridges            []float64
		count             int
		first, next, last float64
	}{{kernelRidges, 7, 1e-7, 1e-6, 0.1}, {linearRidges, 9, 1e-6, 1e-5, 100}} {
		require.Len(t, c.ridges, c.count)
		allclose.Require(t, "ridges", []float64{1, 1, 1}, []float64{c.ridges[0] / c.first, c.ridges[1] / c.next, c.ridges[c.count-1] / c.last}, 1e-9)
	}
	require.Equal(t, 3, Rounds)
}

// pairAt is a sample of two particles, 2 apart along x, about a place.
func pairAt(x, y, z, speed float32) system.Sample {
	return system.Sample{Position: []float32{x - 1, y, z, x + 1, y, z}, Velocity: []float32{speed, 0, 0, 0, -speed, 0}, TargetPosition: []float32{x, y, z, x + 1, y + 2, z}}
}

// TestScalesOfSamples: positions about their mean and velocities get a root mean square of 1; what does not move keeps its
// scale.
func TestScalesOfSamples(t *testing.T) {
	require.Equal(t, []float64{-1, 0, 0, 1, 0, 0}, centered([]float32{4, 5, 6, 6, 5, 6}))
	by := scalesOf([]system.Sample{pairAt(5, 6, 7, 3), pairAt(0, 0, 0, 3)})
	allclose.Within(t, []float64{math.Sqrt(3), math.Sqrt(3) / 3}, []float64{by.position, by.velocity}, 1e-12)
	still := scalesOf([]system.Sample{{Position: make([]float32, 3), Velocity: make([]float32, 3)}})
	require.Equal(t, scales{1, 1}, still)
	s := pairAt(5, 6, 7, 3)
	rows := by.rows(&s)
	want := mat.NewDense(3, 4, []float64{-math.Sqrt(3), math.Sqrt(3), math.Sqrt(3), 0, 0, 0, 0, -math.Sqrt(3), 0, 0, 0, 0})
	require.True(t, mat.EqualApprox(want, rows, 1e-12))
	require.Equal(t, []float64{1, 0, 0, 0, 2, 0}, displacementOf(&s))
	require.InDelta(t, math.Sqrt(5./2), Moved([]system.Sample{s}), 1e-12)
}

// TestGaussians: the kernel of two inputs a width apart is the root of 1/e; the median of their distances is the upper one.
func TestGaussians(t *testing.T) {
	require.InDelta(t, math.Exp(-0.5), gaussian([]float64{0, 3}, []float64{4, 0}, 5), 1e-12)
	gram := gaussians([][]float64{{0}, {2}}, 1)
	allclose.Within(t, []float64{1, math.Exp(-2), 1}, []float64{gram.At(0, 0), gram.At(0, 1), gram.At(1, 1)}, 1e-12)
	require.Equal(t, 1., medianDistance([][]float64{{7}}))
	require.Equal(t, 3., medianDistance([][]float64{{0}, {1}, {3}, {4}}), "of 1, 1, 2, 3, 3 and 4")
	require.Equal(t, float64(math.SmallestNonzeroFloat32), medianDistance([][]float64{{0}, {0}}))
	rows := mat.NewDense(2, 2, []float64{1, 2, 3, 6})
	require.Equal(t, []float64{2, 4}, centerRows(rows))
	require.Equal(t, []float64{-1, -2, 1, 2}, rows.RawMatrix().Data)
}

// TestFrames: a frame is the rotation onto a posture, and a reflection only if that is allowed.
func TestFrames(t *testing.T) {
	reference := []float64{1, 0, 0, 0, 2, 0, 0, 0, 3, -1, -2, -3}
	turn := mat.NewDense(3, 3, []float64{0, -1, 0, 1, 0, 0, 0, 0, 1})
	require.True(t, mat.EqualApprox(turn, frameOf(turned(reference, turn), reference, true), 1e-9))
	mirror := mat.NewDense(3, 3, []float64{1, 0, 0, 0, 1, 0, 0, 0, -1})
	require.True(t, mat.EqualApprox(mirror, frameOf(turned(reference, mirror), reference, false), 1e-9))
	proper := frameOf(turned(reference, mirror), reference, true)
	require.InDelta(t, 1, mat.Det(proper), 1e-9)
	require.Equal(t, []float64{-2, 1, 3}, turned([]float64{1, 2, 3}, turn))
}

// TestSolveRidge: the ridge is added to the diagonal, and equations without a solution are an error.
func TestSolveRidge(t *testing.T) {
	w, err := solveRidge(mat.NewSymDense(2, []float64{1, 0, 0, 3}), 1, mat.NewDense(2, 1, []float64{4, 8}))
	require.NoError(t, err)
	allclose.Within(t, []float64{2, 2}, w.RawMatrix().Data, 1e-12)
	_, err = solveRidge(mat.NewSymDense(1, []float64{-2}), 1, mat.NewDense(1, 1, nil))
	require.EqualError(t, err, "a regression on 1 numbers has no solution with the ridge 1: are positions finite?")
}

// TestNetworkWithoutSolution: a network whose equations have no solution is none.
func TestNetworkWithoutSolution(t *testing.T) {
	model, err := network{centers: mat.NewDense(1, 1, []float64{1})}.solved(mat.NewSymDense(1, []float64{-2}), 1, 1, mat.NewDense(1, 1, nil))
	require.ErrorContains(t, err, "has no solution with the ridge 1")
	require.Nil(t, model)
}

// TestSetLengths: bars get their lengths and keep their directions, and objects their centers; bodies, and bars whose ends
// coincide, keep theirs.
func TestSetLengths(t *testing.T) {
	s := system.Sample{Position: []float32{0, 0, 0, 0, 0, 2, 9, 9, 9}, Objects: system.Objects{{Kind: system.Stick, Members: []int{0, 1}}}}
	position := []float64{0, 0, 0, 6, 0, 0, 1, 2, 3}
	setLengths(&s, position)
	allclose.Within(t, []float64{2, 0, 0, 4, 0, 0, 1, 2, 3}, position, 1e-12)
	s.Objects[0] = system.Object{Kind: system.Body, Members: []int{0, 1, 2}}
	position = []float64{0, 0, 0, 6, 0, 0, 1, 2, 3}
	setLengths(&s, position)
	require.Equal(t, []float64{0, 0, 0, 6, 0, 0, 1, 2, 3}, position)
	require.Equal(t, [3]float64{}, unit([]float64{1, 1, 1, 1, 1, 1}, [2]int{0, 1}))
	require.Equal(t, [3]float64{0, 0.6, 0.8}, unit([]float64{1, 1, 1, 1, 4, 5}, [2]int{0, 1}))
	require.Equal(t, [3]float64{2, 3, 4}, center([]int{1, 2}, []float64{9, 9, 9, 1, 2, 3, 3, 4, 5}))
}

// TestNamesOfParticles: features name particles if each is 1 for one and 0 for all others; vectors go to the order of names and
// back.
func TestNamesOfParticles(t *testing.T) {
	named := func(features ...float32) []system.Sample {
		return []system.Sample{{Position: make([]float32, 6), NodeFeatures: features}}
	}
	require.NoError(t, checkNames("train", named(0, 1, 1, 0), 2))
	for _, wrong := range [][]float32{{0, 1, 0, 1}, {0, 1, 1, 0.5}, {0, 0, 1, 0}, {0, 1, 2, 0}} {
		require.ErrorContains(t, checkNames("valid", named(wrong...), 2), "valid sample 0: the node features of particle ", "%v", wrong)
	}
	require.ErrorContains(t, checkNames("train", named(0, 1, 1, 0), 3), "train sample 0 has 2 particles and 3 node features")
	order := orderOf(&named(0, 1, 1, 0)[0])
	require.Equal(t, []int{1, 0}, order)
	require.Equal(t, []float64{4, 5, 6, 1, 2, 3}, inOrder([]float64{1, 2, 3, 4, 5, 6}, order))
	cycle := []int{2, 0, 1}
	vectors := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}
	require.Equal(t, vectors, outOfOrder(inOrder(vectors, cycle), cycle))
}

// TestFlatBodies: a body is flat if its smallest extent is up to a thousandth of its largest.
func TestFlatBodies(t *testing.T) {
	of := func(height float32) error {
		return checkExtent(&system.Sample{Position: []float32{1, 0, 0, -1, 0, 0, 0, 0.5, 0, 0, -0.5, 0, 0, 0, height, 0, 0, -height}})
	}
	require.ErrorContains(t, of(0.99e-3), "the body of training sample 0 is flat")
	require.NoError(t, of(1.01e-3))
	require.ErrorContains(t, checkExtent(&system.Sample{Position: make([]float32, 6)}), "is flat")
}

// TestBestCandidate: the least validation error wins, errors end the search, and predictions must be finite.
func TestBestCandidate(t *testing.T) {
	validation := []system.Sample{pairAt(0, 0, 0, 0)}
	off := func(by float64) candidate {
		return func() (*Model, error) {
			return &Model{displacement: func(s *system.Sample) []float64 {
				d := displacementOf(s)
				d[0] += by
				return d
			}}, nil
		}
	}
	chosen, err := best(t.Context(), []candidate{off(2), off(-1), off(3)}, validation)
	require.NoError(t, err)
	require.Equal(t, 0., chosen.displacement(&validation[0])[0])
	_, err = best(t.Context(), []candidate{off(math.NaN())}, validation)
	require.EqualError(t, err, "no regression has a finite error on the 1 validation samples")
	broken := errors.New("broken")
	_, err = best(t.Context(), []candidate{off(1), func() (*Model, error) { return nil, broken }}, validation)
	require.Equal(t, broken, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = best(ctx, []candidate{off(1)}, validation)
	require.Equal(t, context.Canceled, err)
	outputs, err := chosen.Outputs(validation)
	require.NoError(t, err)
	require.Equal(t, []float32{-1, 0, 0, 1, 2, 0}, outputs["position"])
	require.NoError(t, chosen.Close())
}

// TestSamplesOfRegressions: both splits need samples, of as many particles.
func TestSamplesOfRegressions(t *testing.T) {
	two, one := []system.Sample{pairAt(0, 0, 0, 0)}, []system.Sample{{Position: make([]float32, 3)}}
	require.NoError(t, checkSamples(two, two))
	require.ErrorContains(t, checkSamples(nil, two), "0 training and 1 validation samples")
	require.ErrorContains(t, checkSamples(two, nil), "1 training and 0 validation samples")
	require.ErrorContains(t, checkSamples(append(two, one...), two), "training sample 1 has 1 particles, another one 2")
	require.ErrorContains(t, checkSamples(two, one), "validation sample 0 has 1 particles, another one 2")
}

// TestPositionsThatAreNotFinite: no ridge solves the equations of positions that are not finite.
func TestPositionsThatAreNotFinite(t *testing.T) {
	wrong := pairAt(0, 0, 0, 1)
	wrong.Velocity[0] = float32(math.NaN())
	for _, form := range []string{Linear, Kernel} {
		_, err := Fit(t.Context(), form, []system.Sample{wrong}, []system.Sample{pairAt(0, 0, 0, 1)})
		require.ErrorContains(t, err, "are positions finite?", form)
	}
	_, err := Fit(t.Context(), "none", []system.Sample{wrong}, []system.Sample{wrong})
	require.ErrorContains(t, err, `there is no regression "none": choose linear map, kernel regression or kernel regression, bars set to their lengths`)
}
