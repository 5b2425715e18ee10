package corpus

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets"
	"gmnc/datasets/arrays"
	"gmnc/datasets/npz"
)

// NoisyRecordings is the kind of simulated recordings with noise, whose true constants are
// known.
const NoisyRecordings = "certainty"

// These say what a model lacks of the recordings of a set, if it lacks anything.
const (
	NothingMissed = ""
	HalfFrame     = "velocities half a frame early"
	lowPass       = "velocities through a low-pass filter"
	hiddenSpring  = "a spring that the file does not have"
)

// SimulatedSet is a data set whose truth is known.
type SimulatedSet struct {
	Kind       string // the kind, by the constants that are learned
	noise      float64
	Recordings int
	alone      bool // there are only positions
	Missed     string
}

// Name describes a set in words.
func (s SimulatedSet) Name() string {
	name := fmt.Sprintf("%s, noise %g, %d recordings", s.Kind, s.noise, s.Recordings)
	if s.alone {
		name += ", positions alone"
	}
	if s.Missed != NothingMissed {
		name += ", " + s.Missed
	}
	return name
}

// These are the kinds of simulated sets: what is recorded, and which constants are sought.
const (
	Pendulum  = "pendulum"
	Springs   = "springs"
	PowerLaw  = "power law"
	YukawaLaw = "Yukawa law"
	Arm       = "arm"
	Toss      = "toss"
)

// SimulatedSets returns the sets whose true constants are known: first forty of which the model
// has everything, then those of which it lacks something.
func SimulatedSets() (sets []SimulatedSet) {
	noises := []float64{1e-4, 1e-3, 5e-3}
	add := func(row string, alone bool, noises []float64, recordings ...int) {
		for _, noise := range noises {
			for _, count := range recordings {
				sets = append(sets, SimulatedSet{Kind: row, noise: noise, Recordings: count, alone: alone})
			}
		}
	}
	add(Pendulum, false, noises, 2, 10, 40)
	add(Pendulum, true, noises, 2, 10, 40)
	add(Springs, false, noises, 2, 10)
	add(Springs, true, noises[1:2], 10, 40)
	add(PowerLaw, false, noises, 10)
	add(PowerLaw, true, noises[1:2], 40)
	add(YukawaLaw, false, noises, 10)
	add(Arm, false, noises, 4)
	add(Arm, true, noises[:2], 4)
	add(Toss, false, []float64{0}, 10, 20)
	for _, missed := range []string{HalfFrame, lowPass} {
		sets = append(sets, SimulatedSet{Pendulum, 1e-3, 10, false, missed})
	}
	for _, missed := range []string{HalfFrame, lowPass, hiddenSpring} {
		sets = append(sets, SimulatedSet{Springs, 1e-3, 10, false, missed})
	}
	return sets
}

// These are the number of frames of a recording, and the number of steps of the simulation in
// each frame.
const (
	simulatedFrames = 31
	simulatedSteps  = 30
	FrameTime       = 0.03
	// SpareRecordings is the number of recordings for validation, and of those for tests.
	SpareRecordings = 2
	// VelocityNoise is the noise of velocities divided by that of positions, in 1/s.
	VelocityNoise = 10
)

// These are the true constants.
const (
	secondMass    = 0.54 // relative to the mass of the first particle, which is 1
	thirdMass     = 1.6
	trueGravity   = 9.81
	trueDamping   = 0.04
	trueStiffness = 12
	trueLength    = 0.9
	trueStrength  = 0.7
	trueExponent  = 1.5
	trueRange     = 1.2
	hiddenForce   = 1
)

// TrueConstants returns the true constants of a row's recordings, by the names that models use.
func TrueConstants(row string) map[string]float64 {
	switch row {
	case Pendulum:
		return map[string]float64{"mass of particle 2": secondMass, "gravity of x": 0, "gravity of y": 0, "gravity of z": -trueGravity, "damping": trueDamping}
	case Springs:
		return map[string]float64{"mass of particle 1": secondMass, "mass of particle 2": thirdMass, "stiffness": trueStiffness, "rest_length": trueLength}
	case PowerLaw:
		return map[string]float64{"A": trueStrength, "n": trueExponent}
	case YukawaLaw:
		return map[string]float64{"A": trueStrength, "L": trueRange}
	case Arm:
		return map[string]float64{"mass of 0": upperMass, "mass of 1": lowerMass, "damping of 0": upperDamping, "damping of 1": lowerDamping}
	}
	return map[string]float64{"friction": tossFriction, "restitution": tossRestitution}
}

// worldOf returns the world of a set of particles, and the function that draws its first
// states.
func (s SimulatedSet) worldOf() (w world, draw func(random *rand.Rand) state) {
	switch s.Kind {
	case Pendulum:
		w = world{mass: []float64{0, 1, secondMass}, gravity: r3.Vec{Z: -trueGravity}, damping: trueDamping, bars: [][2]int{{1, 0}, {2, 1}}}
		return w, func(random *rand.Rand) state { return hanging(random, 0.8, 0.6) }
	case Springs:
		w = world{mass: []float64{1, secondMass, thirdMass}, springs: []tie{{[2]int{0, 1}, trueStiffness, trueLength}, {[2]int{1, 2}, trueStiffness, trueLength}}}
		if s.Missed == hiddenSpring {
			w.springs = append(w.springs, tie{[2]int{0, 2}, hiddenForce, trueLength})
		}
		return w, func(random *rand.Rand) state { return spread(random, 3, 1, 0.5, 0.5) }
	}
	w = world{mass: []float64{1, 1, 1, 1}, pair: func(r float64) float64 { return trueStrength / math.Pow(r, trueExponent) }}
	if s.Kind == YukawaLaw {
		w.pair = func(r float64) float64 {
			return trueStrength * math.Exp(-r/trueRange) * (1/(r*r) + 1/(trueRange*r))
		}
	}
	return w, func(random *rand.Rand) state { return spread(random, 4, 1, 0.5, 0.5) }
}

// simulateRecordings makes the data set with the system's name.
func simulateRecordings(ctx context.Context, d DataSet) (*datasets.Data, error) {
	sets := SimulatedSets()
	i := slices.IndexFunc(sets, func(s SimulatedSet) bool { return s.Name() == d.System })
	if i < 0 {
		return nil, fmt.Errorf("there are no recordings called %s", d.System)
	}
	s := sets[i]
	random := rand.New(rand.NewPCG(d.Seed, uint64(i)))
	switch s.Kind {
	case Arm:
		return s.ofArm(random, d)
	case Toss:
		return s.ofTosses(ctx, d)
	}
	var all []npz.Array
	for k, split := range datasets.SplitNames {
		count := SpareRecordings
		if k == 0 {
			count = s.Recordings
		}
		all = append(all, s.recorded(rand.New(rand.NewPCG(random.Uint64(), uint64(k))), split, count)...)
	}
	data, _, err := arrays.From(d.System, append(all, s.structure()...), arrays.Options{Interval: 1, Dt: FrameTime, LengthUnit: "m", TimeUnit: "s"})
	return data, err
}

// structure returns the arrays of a set's file besides its recordings.
func (s SimulatedSet) structure() []npz.Array {
	switch s.Kind {
	case Pendulum:
		return []npz.Array{{Key: "parents", Shape: []int{3}, Ints: []int64{-1, 0, 1}}, {Key: "pinned", Shape: []int{3}, Floats: []float32{1, 0, 0}}}
	case Springs:
		return []npz.Array{{Key: "springs", Shape: []int{2, 2}, Ints: []int64{0, 1, 1, 2}}}
	}
	return nil
}

// recorded returns the arrays of a split: the simulated states, with noise.
func (s SimulatedSet) recorded(random *rand.Rand, split string, count int) []npz.Array {
	w, draw := s.worldOf()
	shape := []int{count, simulatedFrames, len(w.mass), 3}
	positions, velocities := npz.Array{Key: split + "_positions", Shape: shape}, npz.Array{Key: split + "_velocities", Shape: shape}
	for range count {
		states := w.record(draw(random), simulatedFrames, simulatedSteps, FrameTime)
		for frame, v := range s.measured(states) {
			for i, mass := range w.mass {
				x, noise := states[frame].x[i], s.noise
				if mass == 0 {
					noise = 0
				}
				positions.Floats = append(positions.Floats, noisy(random, x, noise)...)
				velocities.Floats = append(velocities.Floats, noisy(random, v[i], VelocityNoise*noise)...)
			}
		}
	}
	if s.alone {
		return []npz.Array{positions}
	}
	return []npz.Array{positions, velocities}
}

// filtered is the weight of the present velocity in a filtered one.
const filtered = 0.4

// measured returns the velocities of each frame as a sensor measures them.
func (s SimulatedSet) measured(states []state) (all [][]r3.Vec) {
	for frame := range states {
		v := slices.Clone(states[frame].v)
		for i := range v {
			switch {
			case frame == 0:
			case s.Missed == HalfFrame:
				v[i] = r3.Scale(0.5, r3.Add(v[i], states[frame-1].v[i]))
			case s.Missed == lowPass:
				v[i] = r3.Add(r3.Scale(filtered, v[i]), r3.Scale(1-filtered, all[frame-1][i]))
			}
		}
		all = append(all, v)
	}
	return all
}

// noisy returns a vector with noise, as a file has it.
func noisy(random *rand.Rand, v r3.Vec, deviation float64) []float32 {
	v = r3.Add(v, drawVector(random, deviation))
	return []float32{float32(v.X), float32(v.Y), float32(v.Z)}
}
