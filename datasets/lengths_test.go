package datasets

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/graph"
	"gmnc/system"
)

func TestMeasureLengths(t *testing.T) {
	samples := []system.Sample{
		{Position: []float32{0, 0, 0, 3, 4, 0}, TargetPosition: []float32{0, 0, 0, 0, 0, 6}, Objects: system.Objects{system.Stick.Of(0, 1)}},
		{Position: []float32{0, 0, 0, 0, 1, 0}, TargetPosition: []float32{1, 1, 1, 1, 1, 2}, Objects: system.Objects{system.Stick.Of(1, 0)}},
	}
	sticks := func(s system.Sample) [][2]int { return s.Objects.Bars(system.Stick) }
	require.Equal(t, system.Lengths{Count: 2, Mean: 3, Deviation: 2, Shortest: 1, Longest: 5, MeanChange: 0.5, LargestChange: 1}, system.MeasureLengths(samples, sticks))
	require.Zero(t, system.MeasureLengths(samples, func(s system.Sample) [][2]int { return s.Objects.Bars(system.Hinge) }))
	require.Equal(t, [][2]int{{4, 2}, {4, 3}}, system.Objects{system.Hinge.Of(4, 2, 3)}.Bars(system.Hinge))
}

func TestDecompose(t *testing.T) {
	data := sparseData()
	chosen, err := Decompose(data, graph.Choice{Objects: system.CountOf(system.Hinge, 1)})
	require.NoError(t, err)
	s := chosen.Train[0]
	require.Empty(t, s.Objects.Of(system.Stick))
	require.Equal(t, [][]int{{1, 0, 2}}, s.Objects.Of(system.Hinge))
	require.Equal(t, [][]int{{0, 1}}, data.Train[0].Objects.Of(system.Stick), "the data set given stays")
	require.Equal(t, "made up. Objects chosen anew: 1 hinges and random bonds from seed 0", chosen.About.Source)

	data.Test[0].Bonds = [][2]int{{0, 1}}
	chosen, err = Decompose(data, graph.Choice{})
	require.NoError(t, err)
	require.Equal(t, [][]int{{0, 1}}, chosen.Test[0].Objects.Of(system.Stick), "a sample with other bonds has its own")
	_, err = Decompose(exampleData(), graph.Choice{})
	require.EqualError(t, err, "the data set has no bonds to choose among: add an array bonds [bonds, 2]")
	_, err = Decompose(sparseData(), graph.Choice{Objects: system.CountOf(system.Hinge, 2)})
	require.EqualError(t, err, "train: sample 0: only 1 disjoint hinges were found, 2 are wanted: use fewer, or another seed")
}
