package reproduce

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

// recording is the kind of simulated recordings with noise, whose true constants are known.
const recording = "certainty"

// What a model misses of the recordings of a set, if it misses anything.
const (
	nothingMissed = ""
	halfFrame     = "velocities half a frame early"
	lowPass       = "velocities through a low-pass filter"
	hiddenSpring  = "a spring that the file does not have"
)

// simulatedSet is a data set of known truth.
type simulatedSet struct {
	row        string // by which constants are learned of it
	noise      float64
	recordings int
	alone      bool // positions without velocities
	missed     string
}

// name is a set in words.
func (s simulatedSet) name() string {
	name := fmt.Sprintf("%s, noise %g, %d recordings", s.row, s.noise, s.recordings)
	if s.alone {
		name += ", positions alone"
	}
	if s.missed != nothingMissed {
		name += ", " + s.missed
	}
	return name
}

// The rows of the table: what is recorded, and which constants of it are sought.
const (
	pendulumRow = "pendulum"
	springRow   = "springs"
	powerRow    = "power law"
	yukawaRow   = "Yukawa law"
	armRow      = "arm"
	tossRow     = "toss"
)

// simulatedSets are the sets of the table: forty of which the model has all, then those of which
// it misses something.
func simulatedSets() (sets []simulatedSet) {
	noises := []float64{1e-4, 1e-3, 5e-3}
	add := func(row string, alone bool, noises []float64, recordings ...int) {
		for _, noise := range noises {
			for _, count := range recordings {
				sets = append(sets, simulatedSet{row: row, noise: noise, recordings: count, alone: alone})
			}
		}
	}
	add(pendulumRow, false, noises, 2, 10, 40)
	add(pendulumRow, true, noises, 2, 10, 40)
	add(springRow, false, noises, 2, 10)
	add(springRow, true, noises[1:2], 10, 40)
	add(powerRow, false, noises, 10)
	add(powerRow, true, noises[1:2], 40)
	add(yukawaRow, false, noises, 10)
	add(armRow, false, noises, 4)
	add(armRow, true, noises[:2], 4)
	add(tossRow, false, []float64{0}, 10, 20)
	for _, missed := range []string{halfFrame, lowPass} {
		sets = append(sets, simulatedSet{pendulumRow, 1e-3, 10, false, missed})
	}
	for _, missed := range []string{halfFrame, lowPass, hiddenSpring} {
		sets = append(sets, simulatedSet{springRow, 1e-3, 10, false, missed})
	}
	return sets
}

// Frames of a recording, and steps that the simulation takes in each.
const (
	simulatedFrames = 31
	simulatedSteps  = 30
	frameTime       = 0.03
	// spare are the recordings of validation, and of tests.
	spare = 2
	// faster is the noise of velocities over that of positions, in 1/s.
	faster = 10
)

// True constants.
const (
	secondMass    = 0.54 // over the mass of the first particle, which is 1
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

// truthsOf are the true constants of a row's recordings, by what models call them.
func truthsOf(row string) map[string]float64 {
	switch row {
	case pendulumRow:
		return map[string]float64{"mass of particle 2": secondMass, "gravity of x": 0, "gravity of y": 0, "gravity of z": -trueGravity, "damping": trueDamping}
	case springRow:
		return map[string]float64{"mass of particle 1": secondMass, "mass of particle 2": thirdMass, "stiffness": trueStiffness, "rest_length": trueLength}
	case powerRow:
		return map[string]float64{"A": trueStrength, "n": trueExponent}
	case yukawaRow:
		return map[string]float64{"A": trueStrength, "L": trueRange}
	case armRow:
		return map[string]float64{"mass of 0": upperMass, "mass of 1": lowerMass, "damping of 0": upperDamping, "damping of 1": lowerDamping}
	}
	return map[string]float64{"friction": tossFriction, "restitution": tossRestitution}
}

// worldOf is the world of a row of particles, and how its first states are drawn.
func (s simulatedSet) worldOf() (w world, draw func(random *rand.Rand) state) {
	switch s.row {
	case pendulumRow:
		w = world{mass: []float64{0, 1, secondMass}, gravity: r3.Vec{Z: -trueGravity}, damping: trueDamping, bars: [][2]int{{1, 0}, {2, 1}}}
		return w, func(random *rand.Rand) state { return hanging(random, 0.8, 0.6) }
	case springRow:
		w = world{mass: []float64{1, secondMass, thirdMass}, springs: []tie{{[2]int{0, 1}, trueStiffness, trueLength}, {[2]int{1, 2}, trueStiffness, trueLength}}}
		if s.missed == hiddenSpring {
			w.springs = append(w.springs, tie{[2]int{0, 2}, hiddenForce, trueLength})
		}
		return w, func(random *rand.Rand) state { return spread(random, 3, 1, 0.5, 0.5) }
	}
	w = world{mass: []float64{1, 1, 1, 1}, pair: func(r float64) float64 { return trueStrength / math.Pow(r, trueExponent) }}
	if s.row == yukawaRow {
		w.pair = func(r float64) float64 {
			return trueStrength * math.Exp(-r/trueRange) * (1/(r*r) + 1/(trueRange*r))
		}
	}
	return w, func(random *rand.Rand) state { return spread(random, 4, 1, 0.5, 0.5) }
}

// simulateRecordings makes the data set of the name.
func simulateRecordings(ctx context.Context, d DataSet) (*datasets.Data, error) {
	sets := simulatedSets()
	i := slices.IndexFunc(sets, func(s simulatedSet) bool { return s.name() == d.System })
	if i < 0 {
		return nil, fmt.Errorf("there are no recordings called %s", d.System)
	}
	s := sets[i]
	random := rand.New(rand.NewPCG(d.Seed, uint64(i)))
	switch s.row {
	case armRow:
		return s.ofArm(random, d)
	case tossRow:
		return s.ofTosses(ctx, d)
	}
	var all []npz.Array
	for k, split := range datasets.SplitNames {
		count := spare
		if k == 0 {
			count = s.recordings
		}
		all = append(all, s.recorded(rand.New(rand.NewPCG(random.Uint64(), uint64(k))), split, count)...)
	}
	data, _, err := arrays.From(d.System, append(all, s.structure()...), arrays.Options{Interval: 1, Dt: frameTime, LengthUnit: "m", TimeUnit: "s"})
	return data, err
}

// structure is what a file says of a set beside its recordings.
func (s simulatedSet) structure() []npz.Array {
	switch s.row {
	case pendulumRow:
		return []npz.Array{{Key: "parents", Shape: []int{3}, Ints: []int64{-1, 0, 1}}, {Key: "pinned", Shape: []int{3}, Floats: []float32{1, 0, 0}}}
	case springRow:
		return []npz.Array{{Key: "springs", Shape: []int{2, 2}, Ints: []int64{0, 1, 1, 2}}}
	}
	return nil
}

// recorded are the arrays of a split: what was simulated, with noise.
func (s simulatedSet) recorded(random *rand.Rand, split string, count int) []npz.Array {
	w, draw := s.worldOf()
	shape := []int{count, simulatedFrames, len(w.mass), 3}
	positions, velocities := npz.Array{Key: split + "_positions", Shape: shape}, npz.Array{Key: split + "_velocities", Shape: shape}
	for range count {
		states := w.record(draw(random), simulatedFrames, simulatedSteps, frameTime)
		for frame, v := range s.measured(states) {
			for i, mass := range w.mass {
				x, noise := states[frame].x[i], s.noise
				if mass == 0 {
					noise = 0
				}
				positions.Floats = append(positions.Floats, noisy(random, x, noise)...)
				velocities.Floats = append(velocities.Floats, noisy(random, v[i], faster*noise)...)
			}
		}
	}
	if s.alone {
		return []npz.Array{positions}
	}
	return []npz.Array{positions, velocities}
}

// filtered is the share of a change that a frame of a filtered velocity has of it.
const filtered = 0.4

// measured are velocities by frame, as a sensor has them.
func (s simulatedSet) measured(states []state) (all [][]r3.Vec) {
	for frame := range states {
		v := slices.Clone(states[frame].v)
		for i := range v {
			switch {
			case frame == 0:
			case s.missed == halfFrame:
				v[i] = r3.Scale(0.5, r3.Add(v[i], states[frame-1].v[i]))
			case s.missed == lowPass:
				v[i] = r3.Add(r3.Scale(filtered, v[i]), r3.Scale(1-filtered, all[frame-1][i]))
			}
		}
		all = append(all, v)
	}
	return all
}

// noisy is a vector with noise, as a file has it.
func noisy(random *rand.Rand, v r3.Vec, deviation float64) []float32 {
	v = r3.Add(v, drawVector(random, deviation))
	return []float32{float32(v.X), float32(v.Y), float32(v.Z)}
}
