package md17

import (
	"math"
	"strings"

	"gmnc/internal/units"
)

// speedUnit is a unit of velocities, with its name for people and its size in angstrom/fs.
type speedUnit struct {
	name string
	size float64
}

// atomicTime is the atomic unit of time in fs (CODATA 2018).
const atomicTime = 2.4188843265857e-2

// unitOfASE is the unit of ASE's velocities, the square root of an electronvolt per dalton.
// atomicSpeed is the atomic unit of velocity.
var (
	unitOfASE   = speedUnit{"ASE's unit, sqrt(eV/u)", 1 / 10.18050571}
	atomicSpeed = speedUnit{"bohr by the atomic unit of time", lengthUnits["bohr"] / atomicTime}
)

// speedUnits holds the units that programs write: ASE, QUIP and LAMMPS (real), LAMMPS (metal)
// and MDAnalysis, GROMACS, Amber, CP2K and i-PI, and SI units. The nearest two differ by a
// factor of 1.9.
var speedUnits = []speedUnit{
	unitOfASE, {"angstrom/fs", 1}, {"angstrom/ps", 1e-3}, {"nm/ps", 1e-2}, {"nm/fs", 10}, {"Amber's unit, angstrom/ps by 20.455", 20.455e-3},
	atomicSpeed, {"bohr/fs", lengthUnits["bohr"]}, {"m/s", 1e-5},
}

// snapped is the greatest relative difference of velocities in a unit from the displacements
// between frames. They differ because the frames are some time apart.
const snapped = 0.1

// like reports whether a frame takes about the given number of fs in this unit of velocities.
// frame is its time by the displacements, in the unit of time of the file.
func (u *speedUnit) like(frame, femtoseconds float64) bool {
	return math.Abs(u.size*femtoseconds/frame-1) < snapped
}

// unitLike returns the unit of velocities in which a frame takes the given number of fs, or nil
// if there is none.
func unitLike(frame, femtoseconds float64) *speedUnit {
	for i := range speedUnits {
		if speedUnits[i].like(frame, femtoseconds) {
			return &speedUnits[i]
		}
	}
	return nil
}

// namesOfUnits holds the units that files call by a name other than a length over a time.
var namesOfUnits = map[string]*speedUnit{
	"ase": &unitOfASE, "sqrt(ev/u)": &unitOfASE, "(ev/u)^0.5": &unitOfASE, "sqrt(ev*u)": &unitOfASE, "(ev*u)^0.5": &unitOfASE, "sqrt(u*ev)": &unitOfASE, "(u*ev)^0.5": &unitOfASE,
	"a.u.": &atomicSpeed, "au": &atomicSpeed, "atomic_unit": &atomicSpeed,
}

// femtoseconds returns the size in fs of a unit of time that a file names. known is false for
// a unit that is not known here, and for none.
func femtoseconds(unit string) (size float64, known bool) {
	if namesOfUnits[strings.ToLower(unit)] == &atomicSpeed {
		return atomicTime, true
	}
	size, known = units.Ratio(unit, "fs")
	return size, known && unit != ""
}

// parseSpeedUnit reads a unit of velocities, which for momenta is a velocity in ASE's units. It
// returns nil if the unit is not known.
func parseSpeedUnit(text string) *speedUnit {
	if unit := namesOfUnits[strings.ToLower(strings.ReplaceAll(text, " ", ""))]; unit != nil {
		return unit
	}
	length, time := units.CutFraction(text)
	size, known := lengthUnits[unitNames[strings.ToLower(length)]]
	if !known {
		size, known = units.Ratio(length, "angstrom")
	}
	if length == "" || time == "" || !known {
		return nil
	}
	duration, known := femtoseconds(time)
	if !known {
		return nil
	}
	return &speedUnit{text, size / duration}
}
