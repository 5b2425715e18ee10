package md17

import (
	"maps"
	"slices"
	"strings"

	"gmnc/internal/fields"
)

// lengthUnits are the units of length that files come in, in angstrom.
var lengthUnits = map[string]float64{"angstrom": 1, "nm": 10, "bohr": 0.529177210903, "pm": 0.01}

// unitNames are what files call them.
var unitNames = map[string]string{
	"angstrom": "angstrom", "angstroms": "angstrom", "ang": "angstrom", "a": "angstrom", "\u00e5": "angstrom",
	"nm": "nm", "nanometer": "nm", "nanometers": "nm", "nanometre": "nm",
	"bohr": "bohr", "au": "bohr", "a.u.": "bohr", "atomic_unit": "bohr", "a0": "bohr",
	"pm": "pm", "picometer": "pm",
}

// knownUnits are the names of units of length, as Options has them.
func knownUnits() []string { return slices.Sorted(maps.Keys(lengthUnits)) }

// convert makes lengths angstrom: of the unit that is asked for, or else that
// the file names, or else as they are. It reports whether anybody named one.
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

// scale changes all lengths, and forces, which are energies by length.
func (s *source) scale(factor float64) {
	s.grid *= factor
	if t := s.trajectory; t != nil {
		multiply(t.motion.Positions, factor)
		if t.speedUnit == nil { // which names its own length
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
