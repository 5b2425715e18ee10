package checks_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/datasets/md17"
	"gmnc/datasets/mocap"
	"gmnc/datasets/nbody"
	"gmnc/internal/test/testenv"
	"gmnc/run"
	"gmnc/system"
)

// simulated are samples of the paper's simulator.
var simulated = sync.OnceValues(func() (*datasets.Data, error) {
	data, _, err := nbody.Simulate(context.Background(), nbody.Config{System: system.Composition{3, 2, 1}, Train: 100, Valid: 20, Test: 20, Seed: 5}, nil)
	return data, err
})

// copied are the simulated samples, for a test to change.
func copied(t *testing.T) *datasets.Data {
	t.Helper()
	data, err := simulated()
	require.NoError(t, err)
	changed := *data
	for _, samples := range changed.Splits() {
		*samples = slices.Clone(*samples)
		for i := range *samples {
			s := &(*samples)[i]
			for _, values := range []*[]float32{&s.Position, &s.Velocity, &s.TargetPosition, &s.TargetVelocity} {
				*values = slices.Clone(*values)
			}
		}
	}
	return &changed
}

// each changes the training samples.
func each(data *datasets.Data, change func(k int, s *system.Sample)) {
	for k := range data.Train {
		change(k, &data.Train[k])
	}
}

// found is what a check finds, before a model is chosen.
func found(data *datasets.Data, check string) string { return foundWith(data, nil, check) }

// foundWith is what a check finds with a model.
func foundWith(data *datasets.Data, model *config.Config, check string) string {
	notes := checks.Examine(data, nil)
	if model != nil {
		notes = run.Examine(data, *model)
	}
	for _, finding := range notes {
		if finding.Check == check {
			return finding.Found
		}
	}
	return ""
}

// TestExamine: every check finds its fault.
func TestExamine(t *testing.T) {
	for _, fault := range faults {
		t.Run(fault.check, func(t *testing.T) {
			data := copied(t)
			fault.put(data)
			findings := run.Examine(data, config.Config{Model: "gmn"})
			at := slices.IndexFunc(findings, func(f checks.Note) bool { return f.Check == fault.check })
			require.GreaterOrEqual(t, at, 0, "%v", findings)
			require.Contains(t, findings[at].Found, fault.found)
			require.NotEmpty(t, findings[at].Remedy)
		})
	}
}

// TestUnreadByAnIntegrator: what another integrator of the model reads is reported with the one
// that does not.
func TestUnreadByAnIntegrator(t *testing.T) {
	data := copied(t)
	each(data, func(_ int, s *system.Sample) { system.Mass.Set(s, slices.Repeat([]float32{2}, s.Particles())) })
	findings := run.Examine(data, config.Config{Model: "gmn-ode", Integrator: config.Verlet})
	require.Len(t, findings, 1)
	require.Equal(t, "mass is not read by the model gmn-ode with the integrator verlet", findings[0].Found)
	require.Contains(t, findings[0].Remedy, "another integrator, such as rk4")
	findings = checks.Examine(data, &checks.Model{Name: "gmn-ode with the integrator rk4", Unread: []*system.Field{system.Mass}})
	require.Equal(t, "take a model that reads them, or leave them out", findings[0].Remedy)
	require.Empty(t, checks.Examine(data, nil), "no model is chosen")
}

// TestFirstFrameOfTrajectories: a rest pose before the motion.
func TestFirstFrameOfTrajectories(t *testing.T) {
	data, _, err := nbody.Simulate(t.Context(), nbody.Config{System: system.Composition{3, 2, 1}, Train: 20, Seed: 5, Frames: 12}, nil)
	require.NoError(t, err)
	require.Empty(t, checks.Examine(data, nil))
	each(data, func(_ int, s *system.Sample) {
		for i := range s.Position {
			s.Trajectory.Positions[i] += 7
		}
	})
	jumps := checks.Examine(data, nil)
	require.Contains(t, jumps[len(jumps)-1].Found, "training sample 6, frame 0: particle 4 jumps by 12.36 natural units to the next frame (the farthest of 20 jumps)")
	for i := range data.Train[3].Trajectory.Frames() - 2 {
		frames, size := data.Train[3].Trajectory.Positions, len(data.Train[3].Position)
		copy(frames[(i+2)*size:], frames[(i+1)*size:(i+2)*size])
	}
	require.Equal(t, "training sample 3, frame 2: this frame is the same as frame 1 to the last bit, though positions change before or after it (the first of 10 such frames)", found(data, "repeated frames"))
}

// TestNothingToSay: no check speaks up on the paper's own data sets, but for the splits of its
// molecules.
func TestNothingToSay(t *testing.T) {
	for _, objects := range []system.Composition{{3, 2, 1}, {1, 2, 0}, {2, 0, 1}, {5, 3, 3}} {
		data, _, err := nbody.Simulate(t.Context(), nbody.Config{System: objects, Train: 60, Valid: 5, Test: 5, Seed: 6}, nil)
		require.NoError(t, err)
		require.Empty(t, run.Examine(data, config.Config{Model: "gmn"}))
		data.Train, data.Valid, data.Test = data.Train[:3], data.Valid[:2], data.Test[:1]
		require.Empty(t, run.Examine(data, config.Config{Model: "gmn"}), "of a few")
	}
	folder := testenv.Data(t)
	walk, _, err := mocap.Prepare(filepath.Join(folder, "cmu_35"), mocap.Options{Span: mocap.DefaultSpan, Starts: mocap.DefaultStarts})
	require.NoError(t, err)
	require.Empty(t, run.Examine(walk, config.Config{Model: "gmn"}))
	for _, molecule := range []string{"aspirin", "ethanol", "malonaldehyde", "naphthalene", "salicylic", "toluene"} {
		data, _, err := md17.Prepare(filepath.Join(folder, "md17_reconstructed_"+molecule+".npz"), md17.Published(molecule, nil))
		require.NoError(t, err)
		found := run.Examine(data, config.Config{Model: "gmn"})
		require.Len(t, found, 1, molecule)
		require.Equal(t, "overlap", found[0].Check, "the published pairs begin at random in one trajectory")
	}
	reference, err := datasets.Read(filepath.Join(folder, "nbody_reference_3_2_1.npz"))
	require.NoError(t, err)
	require.Empty(t, run.Examine(reference, config.Config{Model: "gmn"}))
}

// TestNumbersOfSamples: of many samples some are looked at, and found ones have their own numbers.
func TestNumbersOfSamples(t *testing.T) {
	data := copied(t)
	data.Train = slices.Repeat(data.Train, 50) // every third is looked at
	data.Train[7*3].TargetPosition = make([]float32, len(data.Train[0].Position))
	require.Contains(t, found(data, "not recorded"), "all particles of training sample 21 are at one position")
}

// single are samples of one particle that goes from and to these places along x.
func single(displacements ...[2]float32) *datasets.Data {
	data := &datasets.Data{}
	for _, displacement := range displacements {
		data.Train = append(data.Train, system.Sample{Position: []float32{displacement[0], 0, 0}, Velocity: make([]float32, 3), TargetPosition: []float32{displacement[1], 0, 0}})
	}
	return data
}

// TestSwings: what leads across all inputs is no jump where as many ways lead across half of them.
func TestSwings(t *testing.T) {
	displacements := [][2]float32{{4, -3.9}}
	for x := float32(-4); x < 4; x += 0.25 {
		displacements = append(displacements, [2]float32{x, x + 0.1})
	}
	require.NotEmpty(t, found(single(displacements...), "jump to a target"))
	require.NotEmpty(t, found(single(append(displacements, [2]float32{-2, 1.9})...), "jump to a target"))
	require.Empty(t, found(single(append(displacements, [2]float32{-2, 2.1})...), "jump to a target"))
}

// TestSameInputs: of what begins with the same inputs three samples are reported, where they are more
// than a twentieth.
func TestSameInputs(t *testing.T) {
	for count, want := range map[int]string{3: "", 4: "3 of 10 samples of the train split have the inputs of others, and other targets"} {
		var displacements [][2]float32
		for k := range 10 {
			displacements = append(displacements, [2]float32{float32(max(0, k-count+1)), float32(k + 1)})
		}
		require.Equal(t, want, found(single(displacements...), "other targets"))
	}
}

// TestPrepared: a data set that was just prepared is looked at without its frames.
func TestPrepared(t *testing.T) {
	doubled := system.Trajectory{Particles: 1, Positions: []float64{0, 0, 0, 1, 0, 0, 2, 0, 0, 2, 0, 0, 4, 0, 0, 5, 0, 0}, Velocities: make([]float64, 18)}
	data := &datasets.Data{Train: []system.Sample{system.Sample{}.Along(&doubled)}}
	require.NotEmpty(t, found(data, "repeated frames"))
	require.NotContains(t, fmt.Sprint(checks.Prepared(data)), "repeated frames")
}
