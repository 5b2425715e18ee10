package verify

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/predict"
	"gmnc/runtime"
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

// TestPromisesThatCannotBeMeasured: what cannot be opened or run is one broken promise, and no finding.
func TestPromisesThatCannotBeMeasured(t *testing.T) {
	sample := system.Sample{Position: []float32{0.3, 1, 2, 3, 4, 5}, Velocity: make([]float32, 6)}
	group := Group{Name: "(2)", Samples: []system.Sample{sample}}
	same := function(func(x float64) float64 { return x })
	closed := errors.New("it is closed")
	for want, r := range map[string]Report{
		"it is closed":                           Refusals(func(string) bool { return true }, group, func(func(runtime.Session) runtime.Session) (predict.Predictor, error) { return nil, closed }),
		Threads + ": on 1 threads: it is closed": SameOnThreads(group, func(int) (predict.Predictor, error) { return nil, closed }),
		Threads + ": on 2 threads: it fails": SameOnThreads(group, func(threads int) (predict.Predictor, error) {
			if threads == 2 {
				return failing{same}, nil
			}
			return same, nil
		}),
		Steps + ": step 1: it fails": SameAsCalls(group, [][]float32{sample.Position}, [][]float32{sample.Velocity}, unpredicted{same}),
	} {
		require.Empty(t, r.Findings)
		require.EqualError(t, r.Err(), want)
	}
	// It moves nothing that it is asked to move.
	moved := failingAfter{function: same, calls: new(int)}
	require.EqualError(t, Trusted{}.Moves(config.Description{Symmetry: "translations"}, []Group{{Name: "(2)", Samples: group.Samples, Fixed: true}}, rand.New(rand.NewPCG(1, 2)), moved).Err(), "translations, (2): it fails")
}

// unpredicted fails when it predicts.
type unpredicted struct{ function }

func (unpredicted) Predict([]system.Sample) (position, velocity []float32, err error) {
	return nil, nil, errors.New("it fails")
}

// failingAfter fails at its second call.
type failingAfter struct {
	function
	calls *int
}

func (f failingAfter) Outputs(samples []system.Sample) (map[string][]float32, error) {
	if *f.calls++; *f.calls > 1 {
		return nil, errors.New("it fails")
	}
	return f.function.Outputs(samples)
}

// resting predicts positions as they are, and no velocities.
type resting struct{ function }

func (r resting) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	position, _, err = r.function.Predict(samples)
	return position, make([]float32, len(position)), err
}

// TestOtherFrames: steps in one call are compared with single steps by the bits of positions and of velocities, in each frame.
func TestOtherFrames(t *testing.T) {
	sample := system.Sample{Position: []float32{0.3, 1, 2, 3, 4, 5}, Velocity: make([]float32, 6)}
	group := Group{Name: "(2)", Samples: []system.Sample{sample}}
	one := resting{func(x float64) float64 { return x }}
	for _, off := range [][3]int{{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}} {
		positions := [][]float32{slices.Clone(sample.Position), slices.Clone(sample.Position)}
		velocities := [][]float32{make([]float32, 6), make([]float32, 6)}
		[][][]float32{positions, velocities}[off[1]][off[2]][3] += float32(off[0])
		r := SameAsCalls(group, positions, velocities, one)
		if off[0] == 0 {
			require.NoError(t, r.Err())
			continue
		}
		require.EqualError(t, r.Err(), Steps+": off by 1 at 2 steps of composition (2); 0 is allowed")
	}
}

// TestLengthsThatAreNotPromised: bars may change where the model does not promise their lengths.
func TestLengthsThatAreNotPromised(t *testing.T) {
	group := Group{Name: "(0,1)", Samples: []system.Sample{{Position: []float32{0, 0, 0, 2, 0, 0}, Velocity: make([]float32, 6), Objects: system.Objects{system.Stick.Of(0, 1)}}}}
	twice := function(func(x float64) float64 { return 2 * x })
	for _, rigid := range []bool{false, true} {
		promised := config.Description{Symmetry: "rotations", Rigid: rigid}
		for _, r := range []Report{Symmetries(promised, []Group{group}, twice), Trusted{}.Moves(promised, []Group{group}, rand.New(rand.NewPCG(1, 2)), twice)} {
			require.Equal(t, rigid, r.Err() != nil)
			require.Len(t, r.Findings, 2)
		}
	}
}

// TestToleranceOfAgreement: outputs may differ by a ten-thousandth of the largest entry, and the batch of a difference is named.
func TestToleranceOfAgreement(t *testing.T) {
	group := Group{Name: "(1)", Samples: []system.Sample{{Position: []float32{1, 0, 0}, Velocity: make([]float32, 3)}}}
	for by, holds := range map[float64]bool{0.95e-4: true, 1.05e-4: false} {
		off := function(func(x float64) float64 { return x * (1 + by) })
		references, err := Reference([]Group{group}, function(func(x float64) float64 { return x }))
		require.NoError(t, err)
		r := Compare([]Group{group}, references, off)
		require.Equal(t, holds, r.Err() == nil, "%g", by)
	}
	same, twice := function(func(x float64) float64 { return x }), function(func(x float64) float64 { return 2 * x })
	require.ErrorContains(t, Trusted{}.InBatches([]Group{group}, []int{1, 2, 3, 4}, same, twice).Err(), "system 0, (1), in a batch of 4 (it has: ")
}

// TestMotionsOfFixedGroups: particles with fixed numbers are not renumbered, systems that cannot be moved are not, and a model that fails on moved
// systems breaks the promise.
func TestMotionsOfFixedGroups(t *testing.T) {
	of := Group{Name: "(2)", Samples: []system.Sample{{Position: []float32{0, 0, 0, 2, 0, 0}, Velocity: make([]float32, 6)}}}
	same := function(func(x float64) float64 { return x })
	promised := config.Description{Symmetry: "rotations"}
	for _, c := range []struct {
		fixed, still bool
		findings     int
	}{{false, false, 2}, {true, false, 1}, {false, true, 0}} {
		of.Fixed, of.Still = c.fixed, c.still
		for _, r := range []Report{Symmetries(promised, []Group{of}, same), Trusted{}.Moves(promised, []Group{of}, rand.New(rand.NewPCG(1, 2)), same)} {
			require.NoError(t, r.Err())
			require.Len(t, r.Findings, c.findings)
		}
	}
	of.Still = false
	require.EqualError(t, Symmetries(promised, []Group{of}, failingAfter{same, new(int)}).Err(), "rotations of composition (2): it fails")
}
