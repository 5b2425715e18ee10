package run

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/system"
)

// TestSpringsThatDiffer: one rest length for springs whose mean lengths differ by more than they
// vary is noted, and one for springs that are alike, or that is not learned, is not.
func TestSpringsThatDiffer(t *testing.T) {
	chain := func(difference float32) *datasets.Data {
		data := &datasets.Data{}
		for _, varies := range []float32{-0.1, 0.1} {
			data.Train = append(data.Train, system.Sample{
				Position:  []float32{0, 0, 0, 1 + varies, 0, 0, 2 + difference + 2*varies, 0, 0},
				Velocity:  make([]float32, 9),
				Neighbors: []int64{1, -1, 0, 2, 1, -1},
			})
		}
		return data
	}
	learned := config.Config{Learn: []config.Constant{{Name: config.LearnedRestLength}}}
	require.Empty(t, ConstantNotes(learned, chain(0.19)))
	require.Equal(t, []string{"one rest_length is learned for all 2 springs, whose mean lengths differ, from 1 of particles 0 and 1 to 1.21 of 1 and 2. If their rest lengths differ, give each spring its own in the data, and leave rest_length out of what is learned"},
		ConstantNotes(learned, chain(0.21)))
	require.Empty(t, ConstantNotes(config.Config{}, chain(0.21)))
	periodic := chain(0.21)
	system.CellA.Set(&periodic.Train[0], []float32{9, 0, 0})
	system.CellB.Set(&periodic.Train[0], []float32{0, 9, 0})
	system.CellC.Set(&periodic.Train[0], []float32{0, 0, 9})
	require.Empty(t, ConstantNotes(learned, periodic), "a spring may cross the boundary of the cell")
	other := chain(0.21)
	other.Train[1].Neighbors = []int64{1, 2, 0, 2, 1, 0}
	require.Empty(t, ConstantNotes(learned, other))
	single := chain(0.21)
	for i := range single.Train {
		single.Train[i].Neighbors = []int64{1, 0, -1}
	}
	require.Empty(t, ConstantNotes(learned, single))
}

// TestConstantNotes: there is a note on masses of links, and on values that differ from sample to
// sample, except between particles of a type.
func TestConstantNotes(t *testing.T) {
	sample := func(mass, friction float32) (s system.Sample) {
		s.Position, s.Velocity = make([]float32, 3), make([]float32, 3)
		system.Mass.Set(&s, []float32{mass})
		system.TurnFriction.Set(&s, []float32{friction})
		return s
	}
	damped := sample(1, 2)
	system.SlideDamping.Set(&damped, []float32{0.5})
	learned := func(name string, by string) config.Constant {
		return config.Constant{Name: name, By: by}
	}
	const other = "training sample 1 has another mass than the first, from which learning begins: all systems get one learned mass; leave it out of what is learned, and each keeps its own"
	for name, test := range map[string]struct {
		constant config.Constant
		second   system.Sample
		notes    []string
	}{
		"equal masses":           {learned(config.LearnedMass, config.ByParticle), sample(1, 2), nil},
		"another mass":           {learned(config.LearnedMass, config.ByParticle), sample(1.5, 2), []string{other}},
		"another mass of a type": {learned(config.LearnedMass, config.ByType), sample(1.5, 2), nil},
		"masses of links":        {learned(config.LearnedMass, config.ByJoint), sample(1, 2), []string{givenShapes}},
		"friction of joints":     {learned(config.LearnedFriction, config.ByJoint), sample(1, 2), nil},
		"another damping":        {learned(config.LearnedDamping, config.ByJoint), damped, []string{"training sample 1 has another slide_damping than the first, from which learning begins: all systems get one learned damping; leave it out of what is learned, and each keeps its own"}},
		"damping not learned":    {learned(config.LearnedFriction, config.ByJoint), damped, nil},
		"another friction":       {learned(config.LearnedFriction, config.ByJoint), sample(1, 2.5), []string{"training sample 1 has another turn_friction than the first, from which learning begins: all systems get one learned friction; leave it out of what is learned, and each keeps its own"}},
	} {
		var cfg config.Config
		cfg.Learn = []config.Constant{test.constant}
		require.Equal(t, test.notes, ConstantNotes(cfg, &datasets.Data{Train: []system.Sample{sample(1, 2), test.second}}), name)
	}
}

// TestRestLengthsOfNothing: data without neighbors have no springs.
func TestRestLengthsOfNothing(t *testing.T) {
	learned := config.Config{Learn: []config.Constant{{Name: config.LearnedRestLength}}}
	require.Empty(t, ConstantNotes(learned, &datasets.Data{Train: []system.Sample{still(2), still(2)}}))
}
