package verify

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/system"
)

// failing returns the outputs of a function together with an error.
type failing struct{ function }

func (f failing) Outputs(samples []system.Sample) (map[string][]float32, error) {
	outputs, _ := f.function.Outputs(samples)
	return outputs, errors.New("it fails")
}

// TestOfWhatFails: a model that fails explains no difference, and a group on which one fails is one broken
// promise.
func TestOfWhatFails(t *testing.T) {
	sample := system.Sample{Position: []float32{0.3, 1, 2, 3, 4, 5}, Velocity: make([]float32, 6)}
	groups := []Group{{Name: "first", Samples: []system.Sample{sample}}, {Name: "second", Samples: []system.Sample{sample}}}
	same := function(func(x float64) float64 { return x })
	twice := function(func(x float64) float64 { return 2 * x })
	require.Positive(t, Trusted{Predictor: same, Twin: twice}.noise(sample, "position", 1))
	require.Zero(t, Trusted{Predictor: same}.noise(sample, "position", 1))
	require.Zero(t, Trusted{Predictor: same, Twin: failing{twice}}.noise(sample, "position", 1))
	require.Zero(t, Trusted{Predictor: failing{same}, Twin: twice}.noise(sample, "position", 1))
	require.Positive(t, Trusted{Predictor: same}.rounded(sample, "position", 1))
	require.Zero(t, Trusted{Predictor: failing{same}}.rounded(sample, "position", 1))

	broken := func(r Report) (all []string) {
		for _, err := range r.Broken {
			all = append(all, err.Error())
		}
		return all
	}
	require.Equal(t, []string{"first: it fails", "second: it fails"}, broken(Trusted{Predictor: same}.Agree(groups, failing{same})))
	require.Equal(t, []string{"first, reference: it fails", "second, reference: it fails"}, broken(Trusted{Predictor: failing{same}}.Agree(groups, same)))
	promised := config.Description{Symmetry: "translations"}
	moved := Trusted{}.Moves(promised, groups, rand.New(rand.NewPCG(1, 2)), failing{same})
	require.Equal(t, []string{"first: it fails", "second: it fails"}, broken(moved))
}

// TestMotionsOfEachKind: rotations keep the handedness that reflections turn around, translations shift, and a
// renumbering changes the ends of sticks.
func TestMotionsOfEachKind(t *testing.T) {
	motions := Motions(4, rand.New(rand.NewPCG(1, 2)))
	require.Len(t, motions, 4)
	handed := func(m Motion) float64 {
		v := m.turned(system.Axial, []float32{1, 0, 0})
		u := m.turned(system.Vector, []float32{1, 0, 0})
		return float64(v[0]*u[0] + v[1]*u[1] + v[2]*u[2])
	}
	stick := system.Sample{Position: make([]float32, 12), Velocity: make([]float32, 12), Objects: system.Objects{system.Stick.Of(0, 2)}}
	for i, name := range []string{rotations, reflections, translations, Renumbering} {
		m := motions[i]
		require.Equal(t, name, m.Name)
		want := 1.0
		if name == reflections {
			want = -1
		}
		require.InDelta(t, want, handed(m), 1e-6, name)
		require.Equal(t, name == translations, m.shift != [3]float64{}, name)
		ends := []int{m.number[0], m.number[2]}
		if name == Renumbering {
			ends = []int{m.number[2], m.number[0]}
			require.ElementsMatch(t, []int{0, 1, 2, 3}, m.number)
		} else {
			require.Equal(t, []int{0, 1, 2, 3}, m.number, name)
		}
		require.Equal(t, ends, m.Sample(stick).Objects[0].Members, name)
	}
}
