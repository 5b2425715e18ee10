package md17

import (
	"maps"
	"slices"
	"strings"

	"gmnc/internal/fields"
)

// lengthUnits holds the units of length of files, in angstrom.
var lengthUnits = map[string]float64{"angstrom": 1, "nm": 10, "bohr": 0.529177210903, "pm": 0.01}

// unitNames holds the names that files have for the units of length.
var unitNames = map[string]string{
	"angstrom": "angstrom", "angstroms": "angstrom", "ang": "angstrom", "a": "angstrom", "\u00e5": "angstrom",
	"nm": "nm", "nanometer": "nm", "nanometers": "nm", "nanometre": "nm",
	"bohr": "bohr", "au": "bohr", "a.u.": "bohr", "atomic_unit": "bohr", "a0": "bohr",
	"pm": "pm", "picometer": "pm",
}

// knownUnits returns the names of the units of length in Options.Unit.
func knownUnits() []string { return slices.Sorted(maps.Keys(lengthUnits)) }

// convert converts lengths to angstrom, from the given unit or, if that is empty, from the unit
// that the file names. If there is neither, it leaves lengths unchanged. named reports whether
// there is either.
func (s *source) convert(unit string) (named bool, err error) {
	if unit == "" && s.unit != "" {
		if unit = unitNames[strings.ToLower(s.unit)]; unit == "" {
			return false, fields.Errorf("%s is in the unit of length %.40q, which is not known here: give it by {unit}, one of %s", s.path, s.unit, strings.Join(knownUnits(), ", "))
		}
	}
	if unit == "" || unit == "angstrom" {
		return unit != "", nil
	}
	factor, known := lengthUnits[unit]
	if !known {
		return false, fields.Errorf("the {unit} %.40q is not known: expected one of %s", unit, strings.Join(knownUnits(), ", "))
	}
	s.scale(factor)
	return true, nil
}

// scale multiplies all lengths by a factor, and divides forces by it, which are energies per
// length.
func (s *source) scale(factor float64) {
	s.grid *= factor
	if t := s.trajectory; t != nil {
		multiply(t.motion.Positions, factor)
		if t.speedUnit == nil { // a known unit of speeds has its own length
			multiply(t.momenta, factor)
			multiply(t.speeds, factor)
		}
		multiply(t.forces, 1/factor)
		for i, cell := range t.cells {
			t.cells[i] = cell.Scaled(factor)
		}
		return
	}
	for _, samples := range s.pairs.Splits() {
		for _, sample := range *samples {
			for _, values := range [][]float32{sample.Position, sample.Velocity, sample.TargetPosition, sample.TargetVelocity} {
				multiply(values, float32(factor))
			}
		}
	}
}

func multiply[T float32 | float64](values []T, factor T) {
	for i := range values {
		values[i] *= factor
	}
}
