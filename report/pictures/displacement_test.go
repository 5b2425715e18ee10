package pictures

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/plot"
	"gmnc/predict/law"
	"gmnc/system"
)

// TestPredictedOverTrue: three coordinates, computed again, in the order of the truth; of
// many particles all of a system are there.
func TestPredictedOverTrue(t *testing.T) {
	s := system.Sample{Position: []float32{1, 1, 1}, TargetPosition: []float32{3, 2, 0}}
	points, equal := fromDisplacements([]system.Sample{s}, []float32{4, 2, 0.5})
	require.Equal(t, []float64{-1, 1, 2}, points.X)
	require.Equal(t, []float64{-0.5, 1, 3}, points.Y)
	require.Equal(t, []float64{-1, 2}, equal.X)
	require.Equal(t, equal.X, equal.Y)

	many := system.Sample{Position: make([]float32, 24), TargetPosition: []float32{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7}}
	points, _ = fromDisplacements(slices.Repeat([]system.Sample{many}, 100), make([]float32, 2400))
	require.Len(t, points.X, 3*mostMoved)
	require.Len(t, slices.Compact(slices.Clone(points.X)), 8, "particles")
}

// TestChangesOfBars: a stick that grows by half in one sample and stays in the other, and by
// kind where objects differ.
func TestChangesOfBars(t *testing.T) {
	s := system.Sample{Position: []float32{0, 0, 0, 2, 0, 0, 5, 5, 5}, Objects: system.Objects{system.Stick.Of(0, 1)}}
	samples := []system.Sample{s, s}
	position := slices.Concat([]float32{0, 0, 0, 0, 3, 0, 0, 0, 0}, s.Position)
	straight := slices.Repeat([]float32{0, 0, 0, 1, 0, 0, 0, 0, 0}, 2)
	require.Equal(t, []plot.Bar{{Name: "hip to 1", Kind: "stick", Value: 25, Straight: 50}}, fromChanges(samples, []string{"hip"}, position, straight))
	samples[1].Objects = nil
	require.Equal(t, []plot.Bar{{Name: "stick", Kind: "stick", Value: 50, Straight: 50}}, fromChanges(samples, nil, position, straight))
	samples[0].Objects = nil
	require.Empty(t, fromChanges(samples, nil, position, straight))
}

// TestLearnedForces: three points of the force and of the pairs' density, computed again;
// the density is as high as the largest force.
func TestLearnedForces(t *testing.T) {
	points := []law.Point{{Distance: 1, Force: -4, Pairs: 10}, {Distance: 2, Force: 2, Pairs: 60}, {Distance: 4, Force: 1, Pairs: 40}}
	found := &law.Law{Curves: []law.Curve{{Pairs: "all", Points: points}, {Pairs: "held", Constrained: true, Points: points}}}
	_, charts := LawCurves("forces", found, &datasets.Data{}).Charts()
	require.Len(t, charts[0].Series, 2, "what a bar holds is not drawn")
	// Pairs by the width that is theirs: 10 by 1/2, 60 by 3/2, 40 by 2/2.
	densities := []float64{20, 40, 40}
	for k, p := range points {
		force, density := charts[0].Series[0], charts[0].Series[1]
		require.Equal(t, []float64{p.Distance, p.Force, p.Distance}, []float64{float64(force.X[k]), float64(force.Y[k]), float64(density.X[k])})
		require.InDelta(t, 4*densities[k]/40, float64(density.Y[k]), 1e-12)
	}
}

// TestTrueForces are drawn where charged pairs are that nothing holds, and no few.
func TestTrueForces(t *testing.T) {
	points := []law.Point{{Distance: 0.1, Pairs: 1}, {Distance: 2, Pairs: 500}, {Distance: 4, Pairs: 500}}
	require.Nil(t, coulomb([]law.Curve{{Points: points}, {Points: points, Charges: true, Constrained: true}}))
	truth := coulomb([]law.Curve{{Points: points, Charges: true}, {Points: points[1:], Charges: true}})
	require.Len(t, truth, 1)
	require.Equal(t, []float64{2, 4}, truth[0].X)
	require.Equal(t, []float64{0.25, 0.0625}, truth[0].Y)
}

// TestChosenParticles: of twice as many particles as a picture shows, every other is shown, each with its own
// prediction.
func TestChosenParticles(t *testing.T) {
	var samples []system.Sample
	var position []float32
	for range 2 {
		s := system.Sample{Position: make([]float32, 3*mostMoved), TargetPosition: make([]float32, 3*mostMoved)}
		for range mostMoved {
			k := len(position) % (3 * mostMoved)
			at := float32(len(position) / 3)
			s.TargetPosition[k], s.TargetPosition[k+1], s.TargetPosition[k+2] = at, at, at
			position = append(position, 2*at, 2*at, 2*at)
		}
		samples = append(samples, s)
	}
	points, _ := fromDisplacements(samples, position)
	require.Len(t, points.X, 3*mostMoved)
	for i, x := range points.X {
		require.Equal(t, []float64{float64(2*(i/3) + 1), 2 * x}, []float64{x, points.Y[i]})
	}
}

// TestManyBars: up to sixty bars of a sample are shown one by one, and more by their kinds.
func TestManyBars(t *testing.T) {
	for bars, shown := range map[int]int{mostBars: mostBars, mostBars + 1: 1} {
		s := system.Sample{}
		for i := range bars {
			s.Position = append(s.Position, float32(i), 0, 0, float32(i), 1, 0)
			s.Objects = append(s.Objects, system.Stick.Of(2*i, 2*i+1))
		}
		require.Len(t, fromChanges([]system.Sample{s}, nil, s.Position, s.Position), shown)
	}
}

// TestMovedWithoutBars: systems without bars have one picture, and those with bars two.
func TestMovedWithoutBars(t *testing.T) {
	s := system.Sample{Position: []float32{0, 0, 0, 1, 0, 0}, TargetPosition: []float32{1, 0, 0, 2, 0, 0}}
	for figures, objects := range map[int]system.Objects{1: nil, 2: {system.Stick.Of(0, 1)}} {
		s.Objects = objects
		of := &Subject{Data: &datasets.Data{}, Samples: []system.Sample{s}, Position: s.Position}
		of.Line.Position = s.Position
		require.Len(t, of.moved(), figures)
	}
}
