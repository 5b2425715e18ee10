package law

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/internal/plainfile"
	"gmnc/internal/strictjson"
	"gmnc/internal/uncertainty"
	"gmnc/internal/units"
)

// Written is a law as a file has it: the forces as formulas of the distance, in the units of
// the data in which the law was found.
type Written struct {
	LengthUnit string               `json:"length_unit,omitempty"`
	ForceUnit  string               `json:"force_unit,omitempty"`
	Forces     []config.PairFormula `json:"forces"`
}

// Formulas returns the chosen forms of the curves. It is an error if there are none.
func (l *Law) Formulas() (all []config.PairFormula, err error) {
	for _, curve := range l.Curves {
		if !curve.Constrained && len(curve.Forms) > 0 {
			all = append(all, formula(curve, curve.Forms[0]))
		}
	}
	if len(all) == 0 {
		return nil, errors.New("there is no force between particles that could be written")
	}
	return all, nil
}

// Take makes the named form the chosen one of all curves that have it.
func (l *Law) Take(name string) error {
	taken, known := false, []string(nil)
	for c := range l.Curves {
		forms := l.Curves[c].Forms
		for _, form := range forms {
			if !slices.Contains(known, form.Name) {
				known = append(known, form.Name)
			}
		}
		i := slices.IndexFunc(forms, func(f Form) bool { return f.Name == name })
		if i < 0 {
			continue
		}
		l.Curves[c].Forms, taken = slices.Concat(forms[i:i+1], forms[:i], forms[i+1:]), true
	}
	if !taken {
		return fmt.Errorf("no curve has the form %s; the forms of the curves: %s", name, cmp.Or(strings.Join(known, ", "), "none"))
	}
	return nil
}

// Names returns the names of the forms of a law with a single curve: the chosen one, and those of the
// others that leave the least, with the fewest constants first. It returns nil for other laws.
func (l *Law) Names() (names []string) {
	for _, curve := range l.Curves {
		if curve.Constrained || len(curve.Forms) == 0 {
			continue
		}
		if names != nil {
			return nil
		}
		names = append(names, curve.Forms[0].Name)
		for _, form := range closest(curve.Forms[1:], mostTried-1) {
			names = append(names, form.Name)
		}
	}
	return names
}

// Silence removes all forms, for a law that noise explains.
func (l *Law) Silence() {
	for c := range l.Curves {
		l.Curves[c].Forms = nil
	}
}

// FormNames returns the names of all forms.
func FormNames() (names []string) {
	for _, form := range forms {
		names = append(names, form.name)
	}
	return names
}

// Text returns the law as the text of a file.
func (w Written) Text() ([]byte, error) {
	text, err := json.MarshalIndent(w, "", "  ")
	return append(text, '\n'), err
}

// Read reads the file of a law.
func Read(path string) (w Written, err error) {
	text, err := plainfile.Read(path)
	if err != nil {
		return w, fmt.Errorf("cannot read the law: %w", err)
	}
	if err := strictjson.Unmarshal(text, &w); err != nil {
		return w, fmt.Errorf("%s is not a law, as gmnc law --write makes it: %w", path, err)
	}
	if len(w.Forces) == 0 {
		return w, fmt.Errorf("%s has no forces: it is a law as gmnc law --write makes it, with one or more", path)
	}
	if err := config.CheckFormulas(w.Forces); err != nil {
		return w, fmt.Errorf("%s: %w", path, err)
	}
	for i, force := range w.Forces {
		if same := slices.IndexFunc(w.Forces[:i], func(other config.PairFormula) bool { return reflect.DeepEqual(other, force) }); same >= 0 {
			return w, fmt.Errorf("%s: forces %d and %d of the law are the same, so that their constants cannot be told apart: write one with their sum", path, same, i)
		}
	}
	return w, nil
}

// CheckUnits returns an error if data are in units other than those in which the law of a path
// was found. A unit that one of the two does not state is taken to be the other's.
func (w Written) CheckUnits(path, data, length, force string) error {
	for _, unit := range [][2]string{{w.LengthUnit, length}, {w.ForceUnit, force}} {
		law, given := strings.TrimSuffix(unit[0], timesMass), strings.TrimSuffix(unit[1], timesMass)
		if ratio, known := units.Ratio(law, given); !known || ratio != 1 {
			return fmt.Errorf("%s is in %s, and %s is in %s: find the law on data in the same unit", path, unit[0], data, unit[1])
		}
	}
	return nil
}

// timesMass ends units of force if masses have no unit.
const timesMass = " times mass"

// Known makes formulas that a model has instead of a network the forms of their curves. errors
// holds the errors of the constants of each formula, by their names. Other curves
// between free pairs are removed, as the model does not have them. A form that is not in the
// table is an error.
func (l *Law) Known(formulas []config.PairFormula, errors []map[string]uncertainty.Error) error {
	for i := range l.Curves {
		curve := &l.Curves[i]
		curve.Forms = nil
		for number, f := range formulas {
			if curve.Constrained || !curve.has(f) {
				continue
			}
			form, err := formOf(f, errors[number])
			if err != nil {
				return err
			}
			form.Left, _ = l.left(i, f)
			curve.Forms = append(curve.Forms, form)
		}
		curve.dropErrors()
	}
	l.Curves = slices.DeleteFunc(l.Curves, func(curve Curve) bool {
		return !curve.Constrained && !slices.ContainsFunc(formulas, curve.has)
	})
	l.found = nil // its indices are those of the curves as they were
	return nil
}

// has reports whether a formula is for the curve's pairs and, like the curve, is multiplied by
// charges or not.
func (c Curve) has(f config.PairFormula) bool {
	return f.Charges == c.Charges && reflect.DeepEqual(f.Pairs, c.pairs)
}

// formOf returns a formula as a form with its text.
func formOf(f config.PairFormula, errors map[string]uncertainty.Error) (Form, error) {
	at := slices.IndexFunc(forms, func(known form) bool { return known.name == f.Form })
	if at < 0 {
		return Form{}, fmt.Errorf("a force of the model has the form %q, which gmnc law does not know", f.Form)
	}
	described := Form{Name: f.Form, Text: forms[at].text, LaTeX: forms[at].latex}
	for _, name := range slices.Sorted(maps.Keys(f.Constants)) {
		described.Constants = append(described.Constants, Constant{Name: name, Value: f.Constants[name], Error: errors[name]})
	}
	described.fill()
	return described, nil
}
