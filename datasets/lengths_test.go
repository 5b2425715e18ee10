package datasets

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/graph"
)

func TestMeasureLengths(t *testing.T) {
	samples := []Sample{
		{Position: []float32{0, 0, 0, 3, 4, 0}, TargetPosition: []float32{0, 0, 0, 0, 0, 6}, Sticks: [][2]int{{0, 1}}},
		{Position: []float32{0, 0, 0, 0, 1, 0}, TargetPosition: []float32{1, 1, 1, 1, 1, 2}, Sticks: [][2]int{{1, 0}}},
	}
	sticks := func(s Sample) [][2]int { return s.Sticks }
	require.Equal(t, Lengths{Count: 2, Mean: 3, Deviation: 2, Shortest: 1, Longest: 5, MeanChange: 0.5, LargestChange: 1}, MeasureLengths(samples, sticks))
	require.Zero(t, MeasureLengths(samples, HingeBars))
	require.Equal(t, [][2]int{{4, 2}, {4, 3}}, HingeBars(Sample{Hinges: [][3]int{{4, 2, 3}}}))
}

func TestDecompose(t *testing.T) {
	data := sparseData()
	chosen, err := Decompose(data, graph.Choice{Hinges: 1})
	require.NoError(t, err)
	s := chosen.Train[0]
	require.Empty(t, s.Sticks)
	require.Equal(t, [][3]int{{1, 0, 2}}, s.Hinges)
	require.Equal(t, [][2]int{{0, 1}}, data.Train[0].Sticks, "the data set given stays")
	require.Equal(t, "made up, then objects chosen anew: 1 hinges and random bonds from seed 0", chosen.About.Source)

	data.Test[0].Bonds = [][2]int{{0, 1}}
	_, err = Decompose(data, graph.Choice{})
	require.EqualError(t, err, "the samples have different bonds: expected one array bonds [bonds, 2] for all")
	_, err = Decompose(exampleData(), graph.Choice{})
	require.EqualError(t, err, "the data set has no bonds to choose among: add an array bonds [bonds, 2]")
	_, err = Decompose(sparseData(), graph.Choice{Hinges: 2})
	require.EqualError(t, err, "only 1 disjoint hinges were found, 2 are wanted: use fewer, or another seed")
}
