package corpus

import (
	"context"
	"math"
	"math/rand/v2"

	"gmnc/datasets"
	"gmnc/internal/periodic"
	"gmnc/internal/vector"
	"gmnc/system"
)

// Argon is the kind of data sets of a periodic box of atoms with Lennard-Jones forces, in
// angstrom and picoseconds. Forces are divided by the mass.
const Argon = "Lennard-Jones"

// These are the atoms of Rahman, Correlations in the motion of atoms in liquid argon (Phys.
// Rev. 136, 1964), at 120 K, which begin on a lattice.
const (
	ArgonEpsilon = 0.0104 * 9648.53 / 39.948 // in angstrom^2/ps^2
	ArgonSigma   = 3.4                       // in angstrom
	argonReach   = 2.5 * ArgonSigma          // the distance beyond which no force acts
	argonSpeed   = 1.58                      // the root mean square of a component, in angstrom/ps
	argonSide    = 5                         // the number of atoms along the box
	argonApart   = 3.9                       // in angstrom

	argonStep   = 0.005 // the step of velocity Verlet, in ps
	argonWarm   = 1000  // the number of steps before the first sample
	argonEvery  = 40    // the number of steps between samples
	argonWithin = 20    // the number of steps from input to target
)

// atoms is the state of a box.
type atoms struct {
	cell                      *periodic.Cell
	position, velocity, force [][3]float64
}

// prepareArgon simulates one box and takes all samples from it, one after the other.
func prepareArgon(ctx context.Context, d DataSet) (*datasets.Data, error) {
	a, err := newAtoms(d.Seed)
	if err != nil {
		return nil, err
	}
	for step := range argonWarm {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if a.step(); step%argonEvery == 0 {
			a.heat()
		}
	}
	data := &datasets.Data{About: datasets.About{LengthUnit: "angstrom", VelocityUnit: "angstrom/ps", Interval: "0.1 ps",
		Source: "125 atoms of argon in a periodic box, simulated in steps of 5 fs with a cutoff of 8.5 angstrom"}}
	counts := map[string]int{"train": d.Train, "valid": d.Valid, "test": d.Test}
	for split, samples := range data.Splits() {
		for range counts[split] {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			*samples = append(*samples, a.sample())
		}
	}
	return data, nil
}

func newAtoms(seed uint64) (*atoms, error) {
	const width = argonSide * argonApart
	cell, err := periodic.New([3][3]float64{{width}, {0, width}, {0, 0, width}}, [3]bool{true, true, true})
	if err != nil {
		return nil, err
	}
	a, random := &atoms{cell: cell}, rand.New(rand.NewPCG(seed, 0))
	for i := range argonSide * argonSide * argonSide {
		at := [3]int{i % argonSide, i / argonSide % argonSide, i / (argonSide * argonSide)}
		var x, v [3]float64
		for axis := range x {
			x[axis] = float64(argonApart*float64(at[axis])) + float64(0.1*random.NormFloat64())
			v[axis] = argonSpeed * random.NormFloat64()
		}
		a.position, a.velocity = append(a.position, x), append(a.velocity, v)
	}
	a.force = make([][3]float64, len(a.position))
	a.heat()
	a.act()
	return a, nil
}

// heat removes the motion of the center from all velocities and scales the others to the wanted
// speed.
func (a *atoms) heat() {
	var mean [3]float64
	for _, v := range a.velocity {
		mean = vector.Plus(mean, 1/float64(len(a.velocity)), v)
	}
	square := 0.
	for i := range a.velocity {
		a.velocity[i] = vector.Plus(a.velocity[i], -1, mean)
		square += vector.Dot(a.velocity[i], a.velocity[i]) / float64(3*len(a.velocity))
	}
	for i, v := range a.velocity {
		a.velocity[i] = vector.Plus([3]float64{}, argonSpeed/math.Sqrt(square), v)
	}
}

// act computes the forces at the positions.
func (a *atoms) act() {
	clear(a.force)
	for i, x := range a.position {
		for j := range i {
			displacement, _ := a.cell.Nearest(vector.Plus(x, -1, a.position[j]))
			square := vector.Dot(displacement, displacement)
			if square > argonReach*argonReach {
				continue
			}
			sixth := math.Pow(ArgonSigma*ArgonSigma/square, 3)
			over := 24 * ArgonEpsilon * sixth * (float64(2*sixth) - 1) / square
			a.force[i], a.force[j] = vector.Plus(a.force[i], over, displacement), vector.Plus(a.force[j], -over, displacement)
		}
	}
}

// step makes a step of velocity Verlet.
func (a *atoms) step() {
	for i := range a.position {
		a.velocity[i] = vector.Plus(a.velocity[i], argonStep/2, a.force[i])
		a.position[i] = vector.Plus(a.position[i], argonStep, a.velocity[i])
	}
	a.act()
	for i := range a.position {
		a.velocity[i] = vector.Plus(a.velocity[i], argonStep/2, a.force[i])
	}
}

// sample returns the box now and at the target, and advances to the next sample.
func (a *atoms) sample() (s system.Sample) {
	s.Position, s.Velocity = flat(a.position), flat(a.velocity)
	for k, f := range []*system.Field{system.CellA, system.CellB, system.CellC} {
		f.Set(&s, flat(a.cell.Vectors[k:k+1]))
	}
	near := periodic.Near(s.Position, a.cell, argonReach)
	slots := 0
	for _, own := range near {
		slots = max(slots, len(own))
	}
	for _, own := range near {
		s.Neighbors = append(s.Neighbors, own...)
		for range slots - len(own) {
			s.Neighbors = append(s.Neighbors, -1)
		}
	}
	for step := range argonEvery {
		if a.step(); step == argonWithin-1 {
			s.TargetPosition, s.TargetVelocity = flat(a.position), flat(a.velocity)
		}
	}
	return s
}

// flat returns vectors as a sample has them.
func flat(vectors [][3]float64) (values []float32) {
	for _, v := range vectors {
		for _, x := range v {
			values = append(values, float32(x))
		}
	}
	return values
}

// argonExtent returns the number of atoms, and of neighbors within the reach of each.
func argonExtent(DataSet) (particles, neighbors int) {
	return argonSide * argonSide * argonSide, 43
}
