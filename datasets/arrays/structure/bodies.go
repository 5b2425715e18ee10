package structure

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gmnc/system"
)

// These are the keys of rigid bodies whose particles are markers. Each array has a number or a
// row for each body.
const (
	bodyMassKey    = "body_mass"
	bodyInertiaKey = "body_inertia"
	halfSizeKey    = "half_size"
)

// bodyArrays holds arrays with a row for each body. An array that the file lacks is nil.
type bodyArrays struct{ masses, inertia, sizes [][]float64 }

// readBodies reads the masses of bodies from body_mass, and their principal moments of inertia
// from body_inertia or from half_size, the half sizes of solid boxes. The axes are the
// principal axes of the markers' spread. The largest moment is about the axis of the least
// spread, and the largest half size is along the axis of the greatest. half_size also gives the
// boxes at which bodies touch.
func (s *reading) readBodies() error {
	bodies := s.Objects.Of(system.Body)
	given, err := s.bodyArrays(len(bodies))
	if err != nil {
		return err
	}
	if given.masses != nil {
		if err := s.shareMasses(bodies, given.masses); err != nil {
			return err
		}
	}
	if given.inertia == nil && given.sizes == nil {
		return nil
	}
	boxes := given.sizes != nil && s.touch(bodies)
	if boxes {
		if err := s.makeBoxes(bodies, given.sizes); err != nil {
			return err
		}
	}
	if given.inertia != nil && given.sizes != nil && !boxes {
		s.Note("%s is not read: %s says how the bodies turn, and no other body touches them", halfSizeKey, bodyInertiaKey)
	}
	if given.inertia == nil {
		s.Note("%s: bodies are taken as solid boxes, as there is no %s", halfSizeKey, bodyInertiaKey)
	}
	weights := make([]float32, s.particles*system.Gyration.Columns)
	for number, members := range bodies {
		var radii []float64
		if given.inertia == nil {
			radii = ofBox(given.sizes[number])
		} else if radii, err = s.ofInertia(number, given.inertia[number], given.masses[number][0]); err != nil {
			return err
		}
		slices.Sort(radii)
		if err := s.spreadMass(weights, number, members, radii); err != nil {
			return err
		}
	}
	s.Joined = append(s.Joined, system.Values{Field: system.Gyration, Values: weights})
	return nil
}

// bodyArrays reads the arrays of bodies, and reports those that contradict one another.
func (s *reading) bodyArrays(bodies int) (given bodyArrays, err error) {
	if given.masses, err = s.ofBodies(bodyMassKey, bodies, 1); err != nil {
		return given, err
	}
	if given.inertia, err = s.ofBodies(bodyInertiaKey, bodies, 3); err != nil {
		return given, err
	}
	if given.sizes, err = s.ofBodies(halfSizeKey, bodies, 3); err != nil {
		return given, err
	}
	switch {
	case given.inertia != nil && given.masses == nil:
		return given, s.Errorf(bodyInertiaKey, "is there without %s: expected the masses of the %d bodies, too", bodyMassKey, bodies)
	case given.sizes != nil && s.TakesAny(system.Box.Array()):
		return given, s.Errorf(system.Box.Array(), "is there and %s, too: expected the one or the other", halfSizeKey)
	case given.masses != nil && s.TakesAny(system.Mass.Array()):
		return given, s.Errorf(bodyMassKey, "is there and mass, too: expected the masses of bodies, or of all particles")
	}
	return given, nil
}

// ofBodies reads a row of positive numbers for each body. The file may have one number or one
// row for all bodies. ofBodies returns nil if the file lacks the key.
func (s *reading) ofBodies(key string, bodies, columns int) (rows [][]float64, err error) {
	if !s.Take(key) {
		return nil, nil
	}
	values, shape, err := s.Numbers(key)
	if err != nil {
		return nil, err
	}
	switch {
	case bodies == 0:
		return nil, s.Errorf(key, "is there without %s: expected the body of each particle, -1 of none", system.Body.Array())
	case len(shape) == 0:
		values = slices.Repeat(values, bodies*columns)
	case columns > 1 && slices.Equal(shape, []int{columns}):
		values = slices.Repeat(values, bodies)
	case columns > 1 && !slices.Equal(shape, []int{bodies, columns}), columns == 1 && !slices.Equal(shape, []int{bodies}):
		return nil, s.Errorf(key, "has shape %v, expected a row of %d for each of %d bodies, or one number for all", shape, columns, bodies)
	}
	for i, value := range values {
		if !(value > 0 && value <= math.MaxFloat32) {
			return nil, s.Errorf(key, ": body %d has %v, expected a finite number above 0", i/columns, value)
		}
	}
	return slices.Collect(slices.Chunk(values, columns)), nil
}

// shareMasses divides the mass of each body equally among its particles.
func (s *reading) shareMasses(bodies [][]int, masses [][]float64) error {
	mass := make([]float32, s.particles)
	for number, members := range bodies {
		for _, i := range members {
			mass[i] = float32(masses[number][0] / float64(len(members)))
		}
	}
	if i := slices.Index(mass, 0); i >= 0 {
		return s.Errorf(bodyMassKey, "gives no mass to particle %d, which is in no body: expected mass, of all particles", i)
	}
	s.Joined = append(s.Joined, system.Values{Field: system.Mass, Values: mass})
	return nil
}

// ofInertia returns the principal radii of gyration of a body with the given principal moments.
// Each moment over the mass is the sum of two of their squares.
func (s *reading) ofInertia(number int, moments []float64, mass float64) (radii []float64, err error) {
	sum := moments[0] + moments[1] + moments[2]
	for _, moment := range moments {
		square := (float64(sum/2) - moment) / mass
		if square < -1e-6*sum/mass {
			return nil, s.Errorf(bodyInertiaKey, ": body %d has the moments %v, and the largest is more than the sum of the others: no body has these", number, moments)
		}
		radii = append(radii, math.Sqrt(max(0, square)))
	}
	return radii, nil
}

// ofBox returns the principal radii of gyration of a solid box.
func ofBox(halves []float64) (radii []float64) {
	for _, half := range halves {
		radii = append(radii, half/math.Sqrt(3))
	}
	return radii
}

// spreadMass sets the weights of a body's particles in its radii of gyration, which are given
// in ascending order. They are along the principal axes of the particles' spread in the first
// frame.
func (s *reading) spreadMass(weights []float32, number int, members []int, radii []float64) error {
	var center [3]float64
	position := func(i int) []float64 { return s.first[3*i : 3*i+3] }
	for _, i := range members {
		for axis, x := range position(i) {
			center[axis] += x / float64(len(members))
		}
	}
	moments := mat.NewSymDense(3, nil)
	off := func(i, axis int) float64 { return position(i)[axis] - center[axis] }
	for _, i := range members {
		for row := range 3 {
			for column := row; column < 3; column++ {
				moments.SetSym(row, column, moments.At(row, column)+float64(off(i, row)*off(i, column)))
			}
		}
	}
	var axes mat.EigenSym
	if !axes.Factorize(moments, true) {
		return s.Errorf(system.Body.Array(), ": body %d has no axes in which its particles are spread", number)
	}
	spread := axes.Values(nil)
	var vectors mat.Dense
	axes.VectorsTo(&vectors)
	for k, radius := range radii {
		if radius > 0 && !(spread[k] > 1e-6*spread[2]) {
			return s.Errorf(system.Body.Array(), ": body %d has mass off the plane in which its particles are: expected particles that span space", number)
		}
		for _, i := range members {
			var along float64
			for axis := range 3 {
				along += float64(off(i, axis) * vectors.At(axis, k))
			}
			if radius > 0 {
				weights[3*i+k] = float32(radius * along / spread[k])
			}
		}
	}
	return nil
}
