package config

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gmnc/builder/formulas"
	"gmnc/internal/fields"
)

// PairKind selects the pairs of particles between which a formula acts, by the features of the
// data.
type PairKind struct {
	// Ends holds the features of the two particles by name, in either order.
	Ends []map[string]float32 `json:"ends,omitempty"`
	Edge map[string]float32   `json:"edge,omitempty"` // features of the edge
}

// validate reports a kind that does not name exactly the features of the data.
func (k *PairKind) validate(node, edge []string) error {
	if len(node)+len(edge) == 0 {
		if k != nil {
			return fmt.Errorf("it says which pairs it is of, and the data have no features by which pairs differ: leave \"pairs\" out")
		}
		return nil
	}
	if k == nil {
		return fmt.Errorf("the data have the features %q of particles and %q of edges, and the law does not say which pairs it is of: write it with gmnc law from these data", node, edge)
	}
	ends := 0
	if len(node) > 0 {
		ends = 2
	}
	if len(k.Ends) != ends {
		return fmt.Errorf("its pairs have the features of %d particles: expected %d, with the features %q each", len(k.Ends), ends, node)
	}
	for _, end := range k.Ends {
		if !sameNames(end, node) {
			return fmt.Errorf("particles of its pairs have the features %q; the data have %q", slices.Sorted(maps.Keys(end)), node)
		}
	}
	if !sameNames(k.Edge, edge) {
		return fmt.Errorf("edges of its pairs have the features %q; the data have %q", slices.Sorted(maps.Keys(k.Edge)), edge)
	}
	return nil
}

func sameNames(of map[string]float32, names []string) bool {
	return slices.Equal(slices.Sorted(maps.Keys(of)), slices.Sorted(slices.Values(names)))
}

// PairFormula is a force between two particles as a formula of their distance, in the units of
// the data, as gmnc law writes it. It acts between all pairs that no bar connects, or between
// the pairs of a kind. Its constants are learned; each weight is the ratio of a constant to its
// value here.
type PairFormula struct {
	Pairs     *PairKind          `json:"pairs,omitempty"` // of data with features
	Charges   bool               `json:"charges"`         // the force is times the product of the charges
	Form      string             `json:"form"`            // a key of formulas.All
	Constants map[string]float64 `json:"constants"`
}

// validateLaw reports a law that is wrong or that the options exclude.
func (c Config) validateLaw() error {
	if len(c.Law) == 0 {
		return nil
	}
	switch {
	case !Describe(c.Model).Law:
		return fields.Errorf("{law} does not go with {model} %s: only gmn-ode has forces in formulas", c.Model)
	case c.Messages != NoMessages || c.Forces != "" || c.Charge == NodeCharge:
		return fields.Errorf("{law} stands in the place of the network of forces between pairs: it needs {messages} %s, the sum of {forces} and the product of {charge}s", NoMessages)
	}
	for i, l := range c.Law {
		if err := l.Pairs.validate(c.NodeFeatures, c.EdgeFeatures); err != nil {
			return fmt.Errorf("force %d of the law: %w", i, err)
		}
		if l.Charges && c.NoCharge {
			return fmt.Errorf("force %d of the law is times charges, which the data do not have", i)
		}
	}
	return CheckFormulas(c.Law)
}

// CheckFormulas reports a force whose form is not known, or whose constants are not those of its
// form.
func CheckFormulas(law []PairFormula) error {
	for i, l := range law {
		form, known := formulas.All[l.Form]
		if !known {
			return fmt.Errorf("force %d of the law has the form %q; known: %s", i, l.Form, strings.Join(slices.Sorted(maps.Keys(formulas.All)), ", "))
		}
		if given := slices.Sorted(maps.Keys(l.Constants)); !slices.Equal(given, slices.Sorted(slices.Values(form.Constants))) {
			return fmt.Errorf("force %d of the law, %s, has the constants %q; expected %q", i, l.Form, given, form.Constants)
		}
		for name, value := range l.Constants {
			if !(math.Abs(value) <= math.MaxFloat32) {
				return fmt.Errorf("the constant %s of force %d of the law is %g: expected a finite number of float32", name, i, value)
			}
			if slices.Contains(form.Above0, name) && !(value > 0) {
				return fmt.Errorf("the constant %s of force %d of the law, %s, is %g: expected a number above 0", name, i, l.Form, value)
			}
		}
	}
	return nil
}

// LawScope begins the names of the parameters of a law.
const LawScope = "law/"

// LawParam returns the name of the parameter of a constant of force number in Config.Law. The
// parameter is the ratio of the constant to its value there.
func LawParam(number int, constant string) string {
	return fmt.Sprintf("%sforce%d/%s", LawScope, number, constant)
}

// Formulas returns the forces of Law with the constants that weights give. It returns nil if
// the model has no Law, and for several Runs, each of which has a law of its own.
func (c Config) Formulas(weights map[string][]float32) (found []PairFormula) {
	if c.Runs > 0 {
		return nil
	}
	for i, law := range c.Law {
		constants := map[string]float64{}
		for name, start := range law.Constants {
			constants[name] = start * (1 + float64(weights[LawParam(i, name)][0]))
		}
		law.Constants = constants
		found = append(found, law)
	}
	return found
}
