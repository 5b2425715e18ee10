package system

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// checked is what Check says of three particles after a change, or "".
func checked(change func(s *Sample)) string {
	s := Sample{Position: []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, Velocity: make([]float32, 9), Charge: []float32{1, 1, 1}}
	change(&s)
	err := new(Checker).Check(&s, func(array, format string, arguments ...any) error {
		return fmt.Errorf("%s%s", array, fmt.Sprintf(format, arguments...))
	})
	if err != nil {
		return err.Error()
	}
	return ""
}

// TestCheckedIndices: each index that is out of range, or there twice, is named with its place.
func TestCheckedIndices(t *testing.T) {
	for _, c := range []struct {
		said   string
		change func(s *Sample)
	}{
		{"", func(*Sample) {}},
		{"", func(s *Sample) { s.Bonds = [][2]int{{0, 1}, {2, 0}} }},
		{"bonds, bond 1: (0, 3) does not join two different particles of 0 to 2", func(s *Sample) { s.Bonds = [][2]int{{0, 1}, {0, 3}} }},
		{"bonds, bond 0: (-1, 0) does not join two different particles of 0 to 2", func(s *Sample) { s.Bonds = [][2]int{{-1, 0}} }},
		{"bonds, bond 0: (1, 1) does not join two different particles of 0 to 2", func(s *Sample) { s.Bonds = [][2]int{{1, 1}} }},
		{"", func(s *Sample) { s.Neighbors = []int64{1, 2, 0, 2, -1, 0} }},
		{"neighbors, particle 0: neighbor 3 is out of range, expected 0 to 2, or -1 for none", func(s *Sample) { s.Neighbors = []int64{3, 2, 0, 2, -1, 0} }},
		{"neighbors, particle 2: neighbor -2 is out of range, expected 0 to 2, or -1 for none", func(s *Sample) { s.Neighbors = []int64{1, 2, 0, 2, -2, 0} }},
		{"neighbors, particle 1 is its own neighbor: expected others only", func(s *Sample) { s.Neighbors = []int64{1, 2, 1, 2, -1, 0} }},
		{"neighbors, particle 2: neighbor 0 is listed twice", func(s *Sample) { s.Neighbors = []int64{1, 2, 0, 2, 0, 0} }},
		{"sticks, stick 0: particle 3 is out of range, expected 0 to 2", func(s *Sample) { s.Objects = Objects{Stick.Of(0, 3)} }},
		{"sticks, stick 0: particle -1 is out of range, expected 0 to 2", func(s *Sample) { s.Objects = Objects{Stick.Of(-1, 0)} }},
		{"sticks, stick 0: it has 3 members, expected 2", func(s *Sample) { s.Objects = Objects{{Kind: Stick, Members: []int{0, 1, 2}}} }},
		{"v0", func(s *Sample) { s.Velocity[4] = float32(math.NaN()) }},
	} {
		if said := checked(c.change); c.said == "v0" {
			require.Contains(t, said, "v0, particle 1, axis y: NaN is not a finite float32")
		} else {
			require.Equal(t, c.said, said)
		}
	}
}

// TestPlacesOfFaults: a fault is named by its array, and by its particle, slot and axis; columns of features
// by their names, or by numbers where they have none.
func TestPlacesOfFaults(t *testing.T) {
	nan := float32(math.NaN())
	c := &Checker{NodeFeatures: []string{"size"}, EdgeFeatures: []string{"order"}}
	for _, f := range []struct {
		said   string
		change func(s *Sample)
	}{
		{"charge, particle 2: NaN is not a finite float32", func(s *Sample) { s.Charge[2] = nan }},
		{"node_size, particle 1: NaN is not a finite float32", func(s *Sample) { s.NodeFeatures[2] = nan }},
		{"node_1, particle 0: NaN is not a finite float32", func(s *Sample) { s.NodeFeatures[1] = nan }},
		{"edge_order, particle 1, neighbor slot 0: NaN is not a finite float32", func(s *Sample) { s.EdgeFeatures[4] = nan }},
		{"edge_1, particle 2, neighbor slot 1: NaN is not a finite float32", func(s *Sample) { s.EdgeFeatures[11] = nan }},
		{"gravity, axis z: NaN is not a finite float32", func(s *Sample) { Gravity.Set(s, []float32{0, 0, nan}) }},
		{"forces, particle 1, axis y: NaN is not a finite float32", func(s *Sample) { s.Potential = &Potential{Forces: []float32{0, 0, 0, 0, nan, 0, 0, 0, 0}} }},
		{"energy: NaN is not a finite float32", func(s *Sample) { s.Potential = &Potential{Energy: nan, Forces: make([]float32, 9)} }},
		{"mass, particle 1: -1, expected a number from 0", func(s *Sample) { Mass.Set(s, []float32{0, -1, 1}) }},
	} {
		s := Sample{
			Position: []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, Velocity: make([]float32, 9), Charge: []float32{1, 1, 1},
			Neighbors: []int64{1, 2, 0, 2, 0, 1}, NodeFeatures: make([]float32, 6), EdgeFeatures: make([]float32, 12),
		}
		f.change(&s)
		require.EqualError(t, c.Check(&s, func(array, format string, arguments ...any) error {
			return fmt.Errorf("%s%s", array, fmt.Sprintf(format, arguments...))
		}), f.said)
	}
}

// TestCheckInputs: samples that no model takes are named by their number, and by what the first one has
// otherwise.
func TestCheckInputs(t *testing.T) {
	sample := func() Sample { return Sample{Position: make([]float32, 6), Velocity: make([]float32, 6)} }
	for said, change := range map[string]func(first, second *Sample){
		"":                                   func(first, second *Sample) {},
		"has 0 and 6 numbers":                func(_, s *Sample) { s.Position = nil },
		"has 6 and 5 numbers":                func(_, s *Sample) { s.Velocity = s.Velocity[:5] },
		"has 5 and 6 numbers":                func(_, s *Sample) { s.Position = s.Position[:5] },
		"expected lists of neighbors in all": func(_, s *Sample) { s.Neighbors = []int64{1, 0} },
		"has 3 slots, expected as many":      func(a, s *Sample) { a.Neighbors, s.Neighbors = []int64{1, 0}, []int64{1, 0, 0} },
		"expected the field in all samples":  func(_, s *Sample) { s.Charge = []float32{1, 1} },
		"has 3 numbers, expected 2: 1 for each particle": func(a, s *Sample) { a.Charge, s.Charge = []float32{1, 1}, []float32{1, 1, 1} },
		"is not a finite float32":                        func(_, s *Sample) { s.Position[0] = float32(math.Inf(1)) },
	} {
		first, second := sample(), sample()
		change(&first, &second)
		err := CheckInputs([]Sample{first, second})
		if said == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, said)
			require.ErrorContains(t, err, "sample 1")
		}
	}
	withTargets := sample()
	withTargets.TargetPosition = []float32{float32(math.NaN())}
	require.NoError(t, CheckInputs([]Sample{withTargets}), "targets are not checked")
}

// TestDrawnCompositions: particles of objects come after the isolated ones, each once.
func TestDrawnCompositions(t *testing.T) {
	c := Composition{3, 2, 1}
	objects := c.Assign([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	require.Equal(t, [][]int{{3, 4}, {5, 6}}, objects.Of(Stick))
	require.Equal(t, [][]int{{7, 8, 9}}, objects.Of(Hinge))
	var members []int
	for _, object := range c.Draw(rand.New(rand.NewPCG(1, 2))) {
		members = append(members, object.Members...)
	}
	slices.Sort(members)
	require.Len(t, slices.Compact(members), 7)
	require.Equal(t, 3, CountOf(Hinge, 1).N())
	require.Equal(t, "0,0,2", CountOf(Hinge, 2).String())
	require.Zero(t, CountOf(Stick, 1).Count(Hinge))
	require.Equal(t, "sticks: 2, hinges: 1", objects.Counts())
	require.Equal(t, "hinges: 1", objects[2:].Counts())
	require.Equal(t, "no objects", Objects{}.Counts())
}

// TestMeasureLengths: means, extremes and changes of pairs' lengths.
func TestMeasureLengths(t *testing.T) {
	s := Sample{Position: []float32{0, 0, 0, 3, 0, 0, 0, 5, 0}, TargetPosition: []float32{0, 0, 0, 4, 0, 0, 0, 4.5, 0}}
	l := MeasureLengths([]Sample{s}, func(Sample) [][2]int { return [][2]int{{0, 1}, {2, 0}} })
	require.Equal(t, Lengths{Count: 2, Mean: 4, Deviation: 1, Shortest: 3, Longest: 5, MeanChange: 0.75, LargestChange: 1}, l)
	require.Equal(t, Lengths{}, MeasureLengths([]Sample{s}, func(Sample) [][2]int { return nil }))
	require.True(t, Lengths{Mean: 1, LargestChange: 0.99e-3}.Rigid())
	require.False(t, Lengths{Mean: 1, LargestChange: 1e-3}.Rigid())
}

// TestCells: a cell has a volume, and three vectors or none.
func TestCells(t *testing.T) {
	var s Sample
	require.Nil(t, s.Cell())
	require.Zero(t, s.Volume())
	CellA.Set(&s, []float32{2, 0, 0})
	CellB.Set(&s, []float32{0, -3, 0})
	CellC.Set(&s, []float32{0, 0, 4})
	require.NotNil(t, s.Cell())
	require.Equal(t, 24.0, s.Volume())
	CellC.Set(&s, []float32{0, 1, 0})
	require.Nil(t, s.Cell(), "it is flat")
}

// TestWiderGaps: a gap counts in shares of what is allowed of it.
func TestWiderGaps(t *testing.T) {
	for _, c := range []struct {
		gap  JointGap
		wide bool
		said string
	}{
		{JointGap{Body: 2, Apart: 0.05}, false, "body 2 is off its joint by 0.05 of the robot's extent, and by an angle of sine 0"},
		{JointGap{Apart: 0.0501}, true, "body 0 is off its joint by 0.05 of the robot's extent, and by an angle of sine 0"},
		{JointGap{Lean: 0.05}, false, "body 0 is off its joint by 0 of the robot's extent, and by an angle of sine 0.05"},
		{JointGap{Lean: 0.06, Bent: 0.1}, true, "body 0 is off its joint by 0 of the robot's extent, and by an angle of sine 0.06"},
		{JointGap{Lean: 0.04, Bent: 0.2}, false, "body 0 is off its shape at rest by 0.2 of its size"},
		{JointGap{Bent: 0.201}, true, "body 0 is off its shape at rest by 0.2 of its size"},
	} {
		require.Equal(t, c.wide, c.gap.TooWide(), c.gap)
		require.Equal(t, c.said, c.gap.String())
	}
	require.True(t, JointGap{Apart: 0.02}.Worse(JointGap{Apart: 0.01}))
	require.False(t, JointGap{Apart: 0.02}.Worse(JointGap{Bent: 0.08}))
	require.Equal(t, JointGap{}, (&Sample{}).JointGap(nil))
}
