package run_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/distinct"
	"gmnc/run"
	"gmnc/system"
)

// TestCheckMasses: Newton's equations of gmn-ode refuse different masses within an
// object; free particles may have any.
func TestCheckMasses(t *testing.T) {
	sample := distinct.Sample(5, 1, system.TreeOf([]int{3, 1, 0}, []int{-1, 3, 1}))
	data := &datasets.Data{Train: []system.Sample{sample}}
	newton := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4}
	masses := func(masses ...float32) { system.Mass.Set(&data.Train[0], masses) }
	masses(2, 2, 7, 2, 5)
	require.NoError(t, run.CheckMasses(newton, data))
	masses(2, 3, 7, 3, 5)
	require.EqualError(t, run.CheckMasses(newton, data), "train: sample 0: particles 3 and 0 of a tree have the masses 3 and 2, and the Newton's equations of model gmn-ode are for equal masses: train it with dynamics learned")

	learned := newton
	learned.Dynamics = config.LearnedDynamics
	require.NoError(t, run.CheckMasses(learned, data))
	require.NoError(t, run.CheckMasses(config.DefaultConfig(), data))
}

// TestStartsOfSprings: stiffness and rest length are learned from the data's where these have
// some, and else from sizes of the data.
func TestStartsOfSprings(t *testing.T) {
	sample := distinct.Sample(2, 1)
	sample.Neighbors = []int64{-1, 1, 0, -1}
	sample.EdgeFeatures = []float32{0, 0, 7, 3, 7, 3, 0, 0}
	data := &datasets.Data{Train: []system.Sample{sample}, EdgeFeatures: []string{"stiffness", "rest_length"}}
	config := config.Config{Model: "gmn-ode", Learn: []config.Constant{{Name: config.LearnedStiffness}, {Name: config.LearnedRestLength}}}
	learned := run.ModelFor(config, data).Learn
	require.Equal(t, []float64{7}, learned[0].Start)
	require.Equal(t, []float64{3}, learned[1].Start)
	data.EdgeFeatures = []string{"hop", "other"}
	learned = run.ModelFor(config, data).Learn
	require.NotEqual(t, []float64{7}, learned[0].Start)
	require.Equal(t, []float64{datasets.Length(data)}, learned[1].Start)
}

// TestLearnedStiffnessSetsNoScale: springs of a known stiffness tell the masses that hang on them, and those of a
// learned one only their ratios, though the data begin it with a value.
func TestLearnedStiffnessSetsNoScale(t *testing.T) {
	s := system.Sample{
		Position: make([]float32, 6), Velocity: make([]float32, 6), TargetPosition: make([]float32, 6), TargetVelocity: make([]float32, 6),
		Neighbors: []int64{1, 0}, EdgeFeatures: []float32{7, 7},
	}
	data := &datasets.Data{Train: []system.Sample{s}, EdgeFeatures: []string{config.LearnedStiffness}}
	held := func(names ...string) []string {
		c := config.Config{Model: "gmn-ode", Integrator: config.RungeKutta4, Forces: config.NoForces}
		for _, name := range names {
			c.Learn = append(c.Learn, config.Constant{Name: name})
		}
		return run.ModelFor(c, data).Learn[0].Fixed
	}
	require.Equal(t, []string{"", ""}, held(config.LearnedMass))
	require.Equal(t, []string{"no known force acts: it sets the scale of the others", ""}, held(config.LearnedMass, config.LearnedStiffness))
}
