package pictures

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/predict/law"
	"gmnc/run"
)

// TestManyRuns: up to seven runs have a line each, and of more only the best has one.
func TestManyRuns(t *testing.T) {
	compared := func(count int) (all []Compared) {
		for i := range count {
			all = append(all, Compared{Path: fmt.Sprint("runs/r", i), Model: "gmn", Valid: 1 / float64(i+1), Best: 2,
				Epochs: []run.Epoch{{Epoch: 1, Train: 2, Valid: 2}, {Epoch: 2, Train: 1, Valid: 1 / float64(i+1), Time: float64(10 + i)}}})
		}
		return all
	}
	seven, eight := svg(t, CompareCurves(compared(7), 3)), svg(t, CompareCurves(compared(8), 3))
	for i := range 7 {
		require.Contains(t, seven, fmt.Sprintf("runs/r%d<", i))
		require.NotContains(t, eight, fmt.Sprintf("runs/r%d<", i))
	}
	count := func(runs int) int {
		_, charts := CompareCurves(compared(runs), 3).Charts()
		return len(charts[0].Series)
	}
	require.Equal(t, 7+1, count(7), "each, and the straight line")
	require.Equal(t, 8+1+1, count(8), "each, the best again, and the straight line")
	require.Contains(t, eight, "8 runs")
	require.Contains(t, eight, "runs/r7")
	require.Contains(t, seven, "epoch 2 of 2")
	imported := compared(2)
	imported[1].Epochs = nil
	require.False(t, strings.Contains(svg(t, CompareCurves(imported, math.NaN())), "epoch 2 of"), "the best has no epochs")

	require.Equal(t, "runs/r6", Best(compared(7)).Path)
	require.InDelta(t, 16, compared(7)[6].Seconds(), 0)
	require.Zero(t, Compared{}.Seconds())
	require.Empty(t, Compared{}.SHA256())
	require.Equal(t, "a", Compared{Data: &run.DataInfo{SHA256: "a"}}.SHA256())
}

// TestNamesOfForces: a curve says whether charges multiply it, and a force has a unit where lengths
// and times have one.
func TestNamesOfForces(t *testing.T) {
	require.Equal(t, "all pairs, times both charges", NameOfCurve(law.Curve{Pairs: "all", Charges: true}))
	require.Equal(t, "all pairs", NameOfCurve(law.Curve{Pairs: "all"}))
	require.Equal(t, "m/s^2 times mass", ForceUnit(datasets.About{LengthUnit: "m", VelocityUnit: "m/s"}))
	require.Empty(t, ForceUnit(datasets.About{VelocityUnit: "m/s"}))
	require.Empty(t, ForceUnit(datasets.About{LengthUnit: "m"}))
}

// TestPairsPerLength: pairs are counted over half the width between the knots beside, and a knot alone
// has no width.
func TestPairsPerLength(t *testing.T) {
	points := []law.Point{{Distance: 1, Pairs: 3}, {Distance: 2, Pairs: 4}, {Distance: 4, Pairs: 6}}
	require.InDelta(t, 6, perLength(points, 0), 1e-12)
	require.InDelta(t, 8./3, perLength(points, 1), 1e-12)
	require.InDelta(t, 6, perLength(points, 2), 1e-12)
	require.Zero(t, perLength(points[:1], 0))
}
