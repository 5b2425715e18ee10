package run

import (
	"fmt"

	"gmnc/builder/config"
	"gmnc/internal/uncertainty"
)

// ForceFormula is a force on particles or bodies that learned constants describe.
type ForceFormula struct {
	Name  string `json:"name"`         // the name of its constant
	Of    string `json:"of,omitempty"` // as in FoundConstant
	Text  string `json:"text"`
	LaTeX string `json:"latex"`
	// Error is that of the constant. It is not known for vectors.
	uncertainty.Error
}

// formula is the formula of a constant's force in text and LaTeX, with a verb for each of its
// values.
type formula struct{ text, latex string }

// These are the formulas of constants. The maps hold those that one value makes, by the
// constant's name. Joints have rates w.
var (
	forceFormulas = map[string]formula{
		config.LearnedDamping:     {"-%.4g v", `-%.4g\, v`},
		config.LearnedStiffness:   {"-%.4g (r - l)", `-%.4g\,(r - l)`},
		config.LearnedFriction:    {"at most %.4g N along the plane, N across it", `|F_\parallel| \le %.4g\, F_\perp`},
		config.LearnedRetardation: {"a press of k (d + %.4g u) by depth d and approach speed u", `F_\perp = k\,(d + %.4g\,u)`},
		config.LearnedRestitution: {"a bounce leaves %.4g of a speed", `v_\perp' = -%.4g\, v_\perp`},
	}
	springFormula  = formula{"-%.4g (r - %.4g)", `-%.4g\,(r - %.4g)`}
	gravityFormula = formula{"m (%.4g, %.4g, %.4g)", `m\,(%.4g, %.4g, %.4g)`}
	noForce        = formula{"0", "0"}
	jointFormulas  = map[string]formula{
		config.LearnedDamping:  {"-%.4g w", `-%.4g\, \omega`},
		config.LearnedFriction: {"-%.4g w/|w|", `-%.4g\, \omega/|\omega|`},
	}
)

// ForceFormulas returns the forces that the run's learned constants describe: resistance to
// motion, springs, gravity, and contact. Masses describe none.
func (r *Run) ForceFormulas() (all []ForceFormula) {
	found := r.Constants()
	add := func(c FoundConstant, f formula, err uncertainty.Error, values ...any) {
		all = append(all, ForceFormula{c.Name, c.Of, fmt.Sprintf(f.text, values...), fmt.Sprintf(f.latex, values...), err})
	}
	value := func(name string) (values []any) {
		for _, c := range found {
			if c.Name == name {
				values = append(values, c.Value)
			}
		}
		return values
	}
	gravity, length := value(config.LearnedGravity), value(config.LearnedRestLength)
	for _, c := range found {
		known, single := forceFormulas[c.Name]
		switch {
		case c.Name == config.LearnedGravity && c.Of == "x":
			c.Of = ""
			add(c, gravityFormula, uncertainty.Error{}, gravity...)
		case c.Name == config.LearnedStiffness && len(length) == 1:
			add(c, springFormula, c.Error, c.Value, length[0])
		case r.Config.Model.Jointed() && jointFormulas[c.Name] != formula{} && c.Value == 0:
			add(c, noForce, c.Error)
		case r.Config.Model.Jointed() && jointFormulas[c.Name] != formula{}:
			add(c, jointFormulas[c.Name], c.Error, c.Value)
		case single:
			add(c, known, c.Error, c.Value)
		}
	}
	return all
}

// String returns the formula in a line.
func (f ForceFormula) String() string {
	text := f.Name
	if f.Of != "" {
		text += " of " + f.Of
	}
	text += ": " + f.Text
	if note := f.Note(""); note != "" {
		text += ", " + note
	}
	return text
}
