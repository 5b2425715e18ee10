package checks

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/system"
)

const drivenFrames, drivenTime = 60, 0.1

// driving moves something of so much inertia under a load that is held over each frame, late by so many
// frames in what it gives, with damping and a force by its place.
func driving(recording, late int, inertia float64, force func(x float64) float64) (positions, rates []float64, loads []float32) {
	const steps, damping = 40, 0.4
	random := rand.New(rand.NewPCG(3, uint64(recording)))
	x, v, phase := random.NormFloat64(), random.NormFloat64(), 6*random.Float64()
	load := func(frame int) float64 { return 4*math.Sin(0.4*float64(frame)+phase) + math.Cos(0.9*float64(frame)) }
	for frame := range drivenFrames {
		positions, rates, loads = append(positions, x), append(rates, v), append(loads, float32(load(frame-late)))
		for range steps {
			const h = drivenTime / steps
			a := func(x, v float64) float64 { return (load(frame) - float64(damping*v) + force(x)) / inertia }
			half, speed := x+float64(h/2*v), v+float64(h/2*a(x, v))
			x, v = x+float64(h*speed), v+float64(h*a(half, speed))
		}
	}
	return positions, rates, loads
}

// pushed is a particle of mass 2 that falls along x and is driven by a force along it.
func pushed(recording, late int) system.Sample {
	s := system.Sample{Position: make([]float32, 3)}
	system.Mass.Set(&s, []float32{2})
	system.Gravity.Set(&s, []float32{-0.25, 0, 0})
	positions, rates, loads := driving(recording, late, 2, func(float64) float64 { return -0.5 })
	t := &system.Trajectory{Particles: 1}
	var forces []float32
	for k, x := range positions {
		t.Positions, t.Velocities, forces = append(t.Positions, x, 0, 0), append(t.Velocities, rates[k], 0, 0), append(forces, loads[k], 0, 0)
	}
	t.Given = system.Given{{Field: system.Force, Values: forces}}
	s.Trajectory = t
	return s
}

// swung is the first body of arm, of inertia 2 about its joint, under gravity along -y.
func swung(recording, late int) system.Sample {
	s := *arm()
	s.Objects = system.Objects{{Kind: system.Tree, Members: []int{0}, Parents: []int{-1}, Hangs: true}, {Kind: system.Body, Members: []int{0, 1, 2, 3}}}
	s.Position = s.Position[:12]
	for _, f := range []*system.Field{system.Rest, system.JointAnchor, system.TurnAxis} {
		f.Set(&s, f.Of(&s)[:12])
	}
	system.Gravity.Set(&s, []float32{0, -3, 0})
	positions, rates, loads := driving(recording, late, 2, func(x float64) float64 { return -3 * (math.Cos(x) - math.Sin(x)) })
	t := &system.Trajectory{Particles: 4}
	var torques []float32
	for k, angle := range positions {
		sin, cos := math.Sincos(angle)
		t.Positions = append(t.Positions, 0, 0, 0, cos, sin, 0, -sin, cos, 0, 0, 0, 1)
		t.Velocities = append(t.Velocities, 0, 0, 0, float64(-rates[k]*sin), float64(rates[k]*cos), 0, float64(-rates[k]*cos), float64(-rates[k]*sin), 0, 0, 0, 0)
		torques = append(torques, loads[k], 0, 0, 0)
	}
	t.Given = system.Given{{Field: system.Torque, Values: torques}}
	s.Trajectory = t
	return s
}

// drivenBy is the recording of several such samples, which change changes.
func drivenBy(of func(recording, late int) system.Sample, late int, change func(*system.Sample)) *Recording {
	r := &Recording{Each: 3, Starts: []int{0}, Time: drivenTime}
	var samples []system.Sample
	for recording := range 4 {
		s := of(recording, late)
		if change != nil {
			change(&s)
		}
		r.Elements = s.Particles()
		r.Positions, r.Rates = append(r.Positions, s.Trajectory.Positions...), append(r.Rates, s.Trajectory.Velocities...)
		r.Starts = append(r.Starts, len(r.Positions)/r.size())
		samples = append(samples, s)
	}
	r.Drive(samples, nil)
	return r
}

// notesOnLoads are the texts of notes on loads.
func notesOnLoads(r *Recording) (texts []string) {
	for _, note := range r.Check(words) {
		if note.Check == LateLoads || note.Check == NoLoads {
			texts = append(texts, note.Found)
		}
	}
	return texts
}

// TestDrive: forces on particles, and torques on joints that turn around, are reported where they are late
// and where they are 0, and not where they are right.
func TestDrive(t *testing.T) {
	for name, of := range map[string]func(recording, late int) system.Sample{"force": pushed, "torque": swung} {
		require.Empty(t, notesOnLoads(drivenBy(of, 0, nil)), name)
		for _, late := range []int{1, -1} {
			r := drivenBy(of, late, nil)
			require.Len(t, notesOnLoads(r), 1, "%s %d", name, late)
			require.InDelta(t, late, r.driven().workLags().loads.Frames, 0.02, name)
			differences := drivenBy(of, late, nil)
			differences.Rates = nil
			require.Len(t, notesOnLoads(differences), 1, "%s without rates", name)
		}
		silent := drivenBy(of, 0, func(s *system.Sample) { clear(s.Trajectory.Given[0].Values) })
		notes := notesOnLoads(silent)
		require.Len(t, notes, 1, name)
		require.Contains(t, notes[0], "are 0 in all frames", name)
	}
}

// TestNotDriven: loads are not looked at where something acts whose energy is not known.
func TestNotDriven(t *testing.T) {
	ones := slices.Repeat([]float32{1}, 100)
	for name, change := range map[string]func(*system.Sample){
		"charges":         func(s *system.Sample) { system.Charge.Set(s, ones[:1]) },
		"planes":          func(s *system.Sample) { system.Planes.Set(s, ones[:4]) },
		"other neighbors": func(s *system.Sample) { s.Neighbors = []int64{0} },
		"changing gravity": func(s *system.Sample) {
			s.Trajectory.Given = append(s.Trajectory.Given, system.Values{Field: system.Gravity, Values: ones})
		},
		"torques, too": func(s *system.Sample) {
			*s = swung(0, 0)
			s.Trajectory.Given = append(s.Trajectory.Given, system.Values{Field: system.Force, Values: ones})
		},
		"no trajectory": func(s *system.Sample) { s.Trajectory.Given = nil },
	} {
		r := drivenBy(pushed, 1, change)
		require.Nil(t, r.AddEnergies, name)
		require.Empty(t, notesOnLoads(r), name)
	}
	samples := []system.Sample{pushed(0, 1)}
	r := drivenBy(pushed, 1, func(*system.Sample) {})
	unknown := &Recording{Elements: 1, Each: 3, Starts: r.Starts, Positions: r.Positions}
	unknown.Drive(samples, nil)
	require.Nil(t, unknown.AddEnergies, "an unknown time")
	unknown.Time = 1
	unknown.Drive(nil, nil)
	require.Nil(t, unknown.AddEnergies, "no samples")
}

// TestEnergies: parts are particles up to 16, bodies, or all; pinned particles have no energy;
// rotors turn with their joints.
func TestEnergies(t *testing.T) {
	for n, want := range map[int]int{16: 16, 17: 1} {
		require.Len(t, partsOf(&system.Sample{Position: make([]float32, 3*n)}), want)
	}
	require.Len(t, partsOf(arm()), 2)

	r := drivenBy(pushed, 0, nil)
	r.addEnergies()
	x, v := r.Positions[3*7], r.Rates[3*7]
	allclose.Within(t, []float64{v * v, 0.5 * x}, r.Energies[2*7:2*8], 1e-9, "of motion and of height")
	require.InDelta(t, math.Pow(r.Positions[3]-r.Positions[0], 2), r.States[3+2], 1e-9, "lost in the first step")
	require.Zero(t, r.States[drivenFrames*3+2], "a recording begins without loss")

	r = drivenBy(pushed, 0, func(s *system.Sample) { system.Pinned.Set(s, []float32{1}) })
	r.addEnergies()
	require.Zero(t, r.Energies[2*7])

	r = drivenBy(swung, 0, func(s *system.Sample) { system.RotorInertia.Set(s, []float32{0.5, 0.5, 0.5, 0.5}) })
	r.addEnergies()
	rate := r.joints.Rates[7]
	require.InDelta(t, rate*rate/4, r.Energies[3*7+2], 1e-9)
	require.InDelta(t, rate*rate, r.Energies[3*7], 0.05*rate*rate, "of motion: inertia 2")
}

// TestEnergyOfRotors: rotors have the energy of the rates of their joints, in each frame.
func TestEnergyOfRotors(t *testing.T) {
	s := system.Sample{Position: make([]float32, 12), Objects: system.Objects{system.Body.Of(0, 1), system.Body.Of(2, 3)}}
	joints := &Recording{Elements: 2, Each: 1, Rates: []float64{1, 2, 3, 4}}
	require.Zero(t, inRotors(&s, joints, 0))
	system.RotorInertia.Set(&s, []float32{2, 2, 0, 0})
	require.Equal(t, 1., inRotors(&s, joints, 0))
	require.Equal(t, 9., inRotors(&s, joints, 1))
	system.RotorMass.Set(&s, []float32{0, 0, 4, 4})
	require.Equal(t, 1+8., inRotors(&s, joints, 0))
	require.Equal(t, 9+32., inRotors(&s, joints, 1))
}

// TestWhatDrives: loads are taken if all samples have them, and trajectories, and the same objects.
func TestWhatDrives(t *testing.T) {
	drives := func(change func(samples []system.Sample)) bool {
		samples := []system.Sample{pushed(1, 0), pushed(2, 0)}
		change(samples)
		r := &Recording{Elements: 1, Each: 3, Time: drivenTime}
		r.Drive(samples, nil)
		return r.AddEnergies != nil && r.Loads != nil
	}
	require.True(t, drives(func([]system.Sample) {}))
	for name, change := range map[string]func(samples []system.Sample){
		"no trajectory":      func(samples []system.Sample) { samples[0].Trajectory = nil },
		"none of the second": func(samples []system.Sample) { samples[1].Trajectory = nil },
		"no force":           func(samples []system.Sample) { samples[1].Trajectory.Given = nil },
		"other kinds": func(samples []system.Sample) {
			samples[0].Objects, samples[1].Objects = system.Objects{{Kind: system.Body, Members: []int{0}}}, system.Objects{{Kind: system.Stick, Members: []int{0}}}
		},
		"an object of one": func(samples []system.Sample) {
			samples[1].Objects = system.Objects{{Kind: system.Body, Members: []int{0}}}
		},
		"charges":           func(samples []system.Sample) { system.Charge.Set(&samples[1], []float32{1}) },
		"unknown neighbors": func(samples []system.Sample) { samples[1].Neighbors = []int64{-1} },
		"gravity of frames": func(samples []system.Sample) {
			samples[1].Trajectory.Given = append(samples[1].Trajectory.Given, system.Values{Field: system.Gravity, Values: make([]float32, 3*drivenFrames)})
		},
	} {
		require.False(t, drives(change), name)
	}
}

// TestEnergiesOfParts: parts have the kinetic energies of their particles by masses, and the work against gravity, without
// pinned particles.
func TestEnergiesOfParts(t *testing.T) {
	r := &Recording{Elements: 3, Each: 3, Starts: []int{0, 2}, Rates: make([]float64, 18), Positions: make([]float64, 18)}
	copy(r.Rates[9:], []float64{1, 2, 0, 0, 3, 0, 0, 0, 4})
	copy(r.Positions[9:], []float64{9, 0, 1, 0, 9, 2, 0, 0, 3})
	s := system.Sample{Position: make([]float32, 9)}
	parts := [][]int{{0, 1}, {2}}
	require.Equal(t, []float64{2.5 + 4.5, 0, 8, 0}, energiesIn(&s, parts, r, 1))
	require.Equal(t, make([]float64, 4), energiesIn(&s, parts, r, 0))
	system.Gravity.Set(&s, []float32{0, 0, -10})
	require.Equal(t, []float64{7, 30, 8, 30}, energiesIn(&s, parts, r, 1))
	system.Mass.Set(&s, []float32{2, 4, 6})
	require.Equal(t, []float64{5 + 18, 20 + 80, 48, 180}, energiesIn(&s, parts, r, 1))
	system.Pinned.Set(&s, []float32{0, 1, 0})
	require.Equal(t, []float64{5, 20, 48, 180}, energiesIn(&s, parts, r, 1))
	require.Equal(t, [3]float64{0, 9, 2}, r.positionOf(1, 1))
	require.Equal(t, []float32{9, 0, 1, 0, 9, 2, 0, 0, 3}, r.narrow(1))
}

// TestKnownEnergies: energies are known unless something else than gravity, springs, loads and friction acts, in any frame.
func TestKnownEnergies(t *testing.T) {
	of := func(change func(s *system.Sample)) bool {
		s := pushed(0, 0)
		change(&s)
		return energiesKnown(&s, []string{system.StiffnessFeature})
	}
	require.True(t, of(func(*system.Sample) {}))
	require.True(t, of(func(s *system.Sample) { s.Neighbors = []int64{-1} }), "springs")
	for _, f := range []*system.Field{system.Charge, system.Planes, system.Box, system.TurnLimits, system.SlideLimits, system.CellA} {
		require.False(t, of(func(s *system.Sample) { f.Set(s, make([]float32, f.Columns)) }), f.Name)
		require.False(t, of(func(s *system.Sample) {
			s.Trajectory.Given = append(s.Trajectory.Given, system.Values{Field: f, Values: make([]float32, f.Columns*drivenFrames)})
		}), f.Name)
	}
	s := pushed(0, 0)
	require.Len(t, forcesOf([]system.Sample{s, s}), 2*3*drivenFrames)
	require.Equal(t, float64(s.Trajectory.Given[0].Values[3]), forcesOf([]system.Sample{s})[3])
}

// TestLostEnergy: what each part loses are the squares of its displacements since the first frame.
func TestLostEnergy(t *testing.T) {
	s := system.Sample{}.Along(&system.Trajectory{Particles: 2, Positions: []float64{0, 0, 0, 5, 0, 0, 1, 2, 0, 5, 0, 0, 1, 2, 3, 5, 4, 0}, Velocities: make([]float64, 18)})
	r := &Recording{Elements: 2, Each: 3, Starts: []int{0, 3}, Positions: s.Trajectory.Positions, Rates: make([]float64, 18)}
	addEnergiesOf([]system.Sample{s}, nil, r)
	require.Equal(t, make([]float64, 12), r.Energies)
	require.Equal(t, []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 14, 16}, r.States)
}

// TestDrivenJoints: joints with one axis each are driven that have torques or thrusts, and a rest pose.
func TestDrivenJoints(t *testing.T) {
	for name, c := range map[string]struct {
		change func(s *system.Sample)
		driven bool
	}{
		"torques": {func(*system.Sample) {}, true},
		"nothing": {func(s *system.Sample) { s.Trajectory.Given = nil }, false},
		"thrusts": {func(s *system.Sample) { s.Trajectory.Given = nil; system.Thrust.Set(s, make([]float32, 4)) }, true},
		"balls":   {func(s *system.Sample) { system.JointType.Set(s, make([]float32, 4)) }, false},
		"no rest": {func(s *system.Sample) { system.Rest.Set(s, nil) }, false},
		"no axes": {func(s *system.Sample) { system.TurnAxis.Set(s, nil) }, false},
	} {
		s := swung(0, 0)
		c.change(&s)
		require.Equal(t, c.driven, drivesJoints(&s), name)
	}
}
