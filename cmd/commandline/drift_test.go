package commandline

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict"
)

// aDrift is a drift whose numbers differ from each other.
var aDrift = predict.Drift{
	Step: 1, Systems: 2, Left: 0.25, PositionRoot: predict.Spread{Low: 3, Median: 4, High: 5}, StraightRoot: predict.Spread{Low: 6, Median: 7, High: 8},
	VelocityRoot: predict.Spread{Low: 9, Median: 10, High: 11}, Position: 144, PositionMedian: 13, Velocity: 196, Straight: 225,
	Lengths: 16, Momentum: 17, Kinetic: 18, TrueKinetic: 19, Energy: 20, EnergyMedian: 21, TrueEnergy: math.Inf(1),
}

// TestCellsOfDrifts: each column has its own number, and errors of all systems are roots of means.
func TestCellsOfDrifts(t *testing.T) {
	require.Equal(t, []string{"1", "2", "25%", "4", "3", "5", "7", "10", "16", "17", "18", "19", "20", "21", none, "12", "15", "14"}, newDriftTable(true, true).cells(aDrift))
	require.Equal(t, []string{"1", "2", "25%", "4", "3", "5", "7", "10", "16", "17", "18", "19", "12", "15", "14"}, newDriftTable(true, false).cells(aDrift), "without a potential")
	require.Equal(t, []string{"1", "4", "7", "10", "16", "21"}, newDriftTable(false, true).cells(aDrift))
	require.Equal(t, []string{"1", "4", "7", "10", "16"}, newDriftTable(false, false).cells(aDrift))
}

// TestObjectsOfDrifts: the object of a step has each number at its name.
func TestObjectsOfDrifts(t *testing.T) {
	require.Equal(t, driftReport{
		Step: 1, Systems: 2, Left: 0.25, RMSE: spread{3, 4, 5}, StraightRMSE: spread{6, 7, 8}, VelocityRMSE: spread{9, 10, 11},
		Position: 144, Median: 13, Velocity: 196, Straight: 225, Lengths: 16, Momentum: 17, Kinetic: 18, TrueKinetic: 19,
		Energy: 20, EnergyMedian: 21, TrueEnergy: number(math.Inf(1)),
	}, newDriftReport(aDrift))
}

// TestKnownNumbers: a number that is not finite is a dash.
func TestKnownNumbers(t *testing.T) {
	require.Equal(t, "1.235", short(1.23456))
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		require.Equal(t, none, short(x))
	}
}
