package pictures

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/plot"
	"gmnc/predict/law"
	"gmnc/run"
	"gmnc/system"
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

// TestConstantVelocityOfRuns: runs are compared with constant velocity on the data that they were trained on,
// if none was validated over several steps. A run without epochs was trained on no data.
func TestConstantVelocityOfRuns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data.npz")
	sample := func(target float32) []system.Sample {
		return []system.Sample{{Position: make([]float32, 3), Velocity: []float32{1, 0, 0}, TargetPosition: []float32{1, 0, target}, TargetVelocity: make([]float32, 3)}}
	}
	data := &datasets.Data{Train: sample(1), Valid: sample(3), Test: sample(2)}
	require.NoError(t, datasets.Write(path, data))
	info, err := run.DescribeData(path, data)
	require.NoError(t, err)
	of := func(sha string, unroll int, epochs ...run.Epoch) Compared {
		return Compared{Path: "runs/a", Data: &run.DataInfo{SHA256: sha}, Training: &run.Options{Unroll: unroll}, Epochs: epochs}
	}
	epoch := run.Epoch{Epoch: 1}
	for _, all := range [][]Compared{nil, {of(info.SHA256, 1, epoch)}, {of("other", 1)}, {{}}} {
		straight, err := Straight(all, path)
		require.NoError(t, err)
		require.InDelta(t, 3, straight, 1e-6)
	}
	straight, err := Straight([]Compared{of(info.SHA256, 2, epoch), of(info.SHA256, 1, epoch)}, path)
	require.NoError(t, err)
	require.True(t, math.IsNaN(straight))
	_, err = Straight([]Compared{of(info.SHA256, 1, epoch), of("other", 1, epoch)}, path)
	require.ErrorContains(t, err, "runs/a was not trained on "+path+" as it is now")
	_, err = Straight(nil, filepath.Join(t.TempDir(), "none.npz"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestUnitOfCompared: errors are in the unit of the first run that has one.
func TestUnitOfCompared(t *testing.T) {
	of := func(unit string) Compared {
		return Compared{Path: "a", Data: &run.DataInfo{LengthUnit: unit}, Epochs: []run.Epoch{{Epoch: 1, Valid: 1}}}
	}
	for want, all := range map[string][]Compared{
		"validation RMSE, m":  {of("m"), of("km")},
		"validation RMSE, km": {{Path: "imported", Valid: 2}, of("km")},
		"validation RMSE":     {{Path: "imported", Epochs: []run.Epoch{{Epoch: 1, Valid: 1}}}},
	} {
		_, charts := CompareCurves(all, 1).Charts()
		require.Equal(t, want, charts[0].Y)
		require.Equal(t, map[string]plot.Role{plot.StraightLine: plot.Straight}, rolesOf(charts[0]), "runs have colors of their own")
	}
}
