package law

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/gonum/optimize"
)

// form is a formula for the force over the distance r: a sum of functions with linear
// coefficients c. The functions depend on parameters p that are searched for, and r is in units
// of the curve's median distance.
type form struct {
	name      string
	functions func(p []float64) []func(r float64) float64
	starts    [][]float64 // starts of the search for p; a single empty one if there are no p
	// constants names and converts c and p for distances in the data's unit.
	constants func(c, p []float64, unit float64) []Constant
	text      string // with the names of {constants}
	latex     string
}

var noParameters = [][]float64{{}}

func power(p float64) func(r float64) float64 {
	return func(r float64) float64 { return math.Pow(r, -p) }
}

func yukawa(range_ float64) func(r float64) float64 {
	return func(r float64) float64 { return math.Exp(-r/range_) * (1/(r*r) + 1/(range_*r)) }
}

func one(float64) float64 { return 1 }

// forms lists common formulas. A form with fewer constants comes first.
var forms = []form{
	{
		name: "constant", starts: noParameters, text: "{F}", latex: `{F}`,
		functions: func([]float64) []func(float64) float64 { return []func(float64) float64{one} },
		constants: func(c, _ []float64, _ float64) []Constant { return []Constant{{Name: "F", Value: c[0]}} },
	},
	{
		name: "power", starts: [][]float64{{1}, {2}, {4}, {7}, {-1}}, text: "{A} / r^{n}", latex: `{A}\, r^{-{n}}`,
		functions: func(p []float64) []func(float64) float64 { return []func(float64) float64{power(p[0])} },
		constants: func(c, p []float64, unit float64) []Constant {
			return []Constant{{Name: "A", Value: c[0] * math.Pow(unit, p[0])}, {Name: "n", Value: p[0]}}
		},
	},
	{
		name: "spring", starts: noParameters, text: "-{k} (r - {l})", latex: `-{k}\,(r - {l})`,
		functions: func([]float64) []func(float64) float64 {
			return []func(float64) float64{one, func(r float64) float64 { return r }}
		},
		constants: func(c, _ []float64, unit float64) []Constant {
			return []Constant{{Name: "k", Value: -c[1] / unit}, {Name: "l", Value: -c[0] / c[1] * unit}}
		},
	},
	{
		name: "Yukawa", starts: [][]float64{{-1}, {0}, {1}}, text: "{A} exp(-r / {L}) (1 / r^2 + 1 / ({L} r))", latex: `{A}\, e^{-r/{L}} \left(r^{-2} + ({L}\, r)^{-1}\right)`,
		functions: func(p []float64) []func(float64) float64 { return []func(float64) float64{yukawa(math.Exp(p[0]))} },
		constants: func(c, p []float64, unit float64) []Constant {
			return []Constant{{Name: "A", Value: c[0] * unit * unit}, {Name: "L", Value: math.Exp(p[0]) * unit}}
		},
	},
	{
		name: "Lennard-Jones", starts: noParameters, text: "24 {epsilon} (2 {sigma}^12 / r^13 - {sigma}^6 / r^7)", latex: `24\,{epsilon}\left(2\,{sigma}^{12} r^{-13} - {sigma}^{6} r^{-7}\right)`,
		functions: func([]float64) []func(float64) float64 { return []func(float64) float64{power(13), power(7)} },
		constants: func(c, _ []float64, unit float64) []Constant {
			sixth := -c[0] / (2 * c[1]) // sigma^6, in units of the median distance
			return []Constant{{Name: "epsilon", Value: -c[1] / (24 * sixth) * unit}, {Name: "sigma", Value: math.Pow(sixth, 1./6) * unit}}
		},
	},
	{
		name: "Morse", starts: [][]float64{{0}, {1}, {2}}, text: "2 {D} {a} (exp(-2 {a} (r - {r0})) - exp(-{a} (r - {r0})))", latex: `2\,{D}\,{a}\left(e^{-2\,{a}(r-{r0})} - e^{-{a}(r-{r0})}\right)`,
		functions: func(p []float64) []func(float64) float64 {
			a := math.Exp(p[0])
			return []func(float64) float64{func(r float64) float64 { return math.Exp(-2 * a * (r - 1)) }, func(r float64) float64 { return math.Exp(-a * (r - 1)) }}
		},
		constants: func(c, p []float64, unit float64) []Constant {
			a := math.Exp(p[0])
			r0 := 1 + math.Log(-c[0]/c[1])/a
			return []Constant{{Name: "D", Value: c[1] * c[1] / c[0] / (2 * a) * unit}, {Name: "a", Value: a / unit}, {Name: "r0", Value: r0 * unit}}
		},
	},
	{
		name: "power with a core", starts: [][]float64{{1, -1}, {2, -1}, {2, -3}, {4, -1}}, text: "{A} / max(r, {c})^{n}", latex: `{A}\, \max(r, {c})^{-{n}}`,
		functions: func(p []float64) []func(float64) float64 {
			force, core := power(p[0]), math.Exp(p[1])
			return []func(float64) float64{func(r float64) float64 { return force(max(r, core)) }}
		},
		constants: func(c, p []float64, unit float64) []Constant {
			return []Constant{{Name: "A", Value: c[0] * math.Pow(unit, p[0])}, {Name: "n", Value: p[0]}, {Name: "c", Value: math.Exp(p[1]) * unit}}
		},
	},
	{
		name: "power and constant", starts: [][]float64{{1}, {2}, {4}}, text: "{A} / r^{n} + {F}", latex: `{A}\, r^{-{n}} + {F}`,
		functions: func(p []float64) []func(float64) float64 { return []func(float64) float64{power(p[0]), one} },
		constants: func(c, p []float64, unit float64) []Constant {
			return []Constant{{Name: "A", Value: c[0] * math.Pow(unit, p[0])}, {Name: "n", Value: p[0]}, {Name: "F", Value: c[1]}}
		},
	},
	{
		name: "power and spring", starts: [][]float64{{1}, {2}, {4}}, text: "{A} / r^{n} - {k} (r - {l})", latex: `{A}\, r^{-{n}} - {k}\,(r - {l})`,
		functions: func(p []float64) []func(float64) float64 {
			return []func(float64) float64{power(p[0]), one, func(r float64) float64 { return r }}
		},
		constants: func(c, p []float64, unit float64) []Constant {
			return []Constant{{Name: "A", Value: c[0] * math.Pow(unit, p[0])}, {Name: "n", Value: p[0]}, {Name: "k", Value: -c[2] / unit}, {Name: "l", Value: -c[1] / c[2] * unit}}
		},
	},
	{
		name: "two powers", starts: [][]float64{{1, 3}, {2, 6}, {7, 13}}, text: "{A} / r^{n} + {B} / r^{m}", latex: `{A}\, r^{-{n}} + {B}\, r^{-{m}}`,
		functions: func(p []float64) []func(float64) float64 { return []func(float64) float64{power(p[0]), power(p[1])} },
		constants: func(c, p []float64, unit float64) []Constant {
			return []Constant{{Name: "A", Value: c[0] * math.Pow(unit, p[0])}, {Name: "n", Value: p[0]}, {Name: "B", Value: c[1] * math.Pow(unit, p[1])}, {Name: "m", Value: p[1]}}
		},
	},
}

// fitted is a form with the coefficients and parameters that were found for it.
type fitted struct {
	form
	c, p []float64
	left float64
}

// search is the fit of forms to one curve, together with the hats of all others.
type search struct {
	*linear
	curve  int
	unit   float64 // the unit of distances: the curve's median knot
	others *gram   // the products of the others' hats
}

// forms fits all forms to a curve, given the squares that all curves together leave. If the
// best form leaves no more than these, it replaces the curve from then on.
func (s *linear) forms(curve int, left float64) []Form {
	at := s.curves[curve].knots
	f := &search{s, curve, at[len(at)/2], s.gram(nil, s.columns(s.functions(curve)))}
	var all []fitted
	for _, form := range forms {
		if best, ok := f.fit(form); ok {
			all = append(all, best)
		}
	}
	if len(all) == 0 {
		return nil
	}
	total := s.squares()
	chosen := f.simplest(all)
	best := all[chosen]
	if best.left <= left+negligible*total {
		s.known[curve] = f.own(best.form, best.p)
	}
	all = slices.Delete(all, chosen, chosen+1)
	slices.SortStableFunc(all, func(a, b fitted) int { return cmp.Compare(a.left, b.left) })
	described := []Form{f.described(best, left, total)}
	for _, other := range all {
		described = append(described, f.described(other, left, total))
	}
	return described
}

// negligible is the fraction of all squares that a simpler form may leave beyond the best form.
// It corresponds to a hundredth of the force.
const negligible = 1e-4

// simplest returns the index of the first form with the fewest constants among those that are
// nearly as good as the best. The forms are in the order of the table.
func (f *search) simplest(all []fitted) (chosen int) {
	least := math.Inf(1)
	for _, one := range all {
		least = min(least, one.left)
	}
	enough, fewest := least+negligible*f.squares(), math.MaxInt
	for i, one := range all {
		count := len(one.c) + len(one.p)
		if one.left <= enough && count < fewest {
			chosen, fewest = i, count
		}
	}
	return chosen
}

// fit searches for the parameters of a form that leave the least; ok is false if none of them
// has finite constants.
func (f *search) fit(of form) (best fitted, ok bool) {
	best = fitted{form: of, left: math.Inf(1)}
	try := func(p []float64) float64 {
		solved, err := f.solve(f.gram(f.others, f.columns(f.own(of, p))))
		if err != nil {
			return math.Inf(1)
		}
		c := solved.coefficients[len(f.others.columns):]
		if solved.left < best.left && finite(of.constants(c, p, f.unit)) {
			best.c, best.p, best.left, ok = slices.Clone(c), slices.Clone(p), solved.left, true
		}
		return solved.left
	}
	for _, start := range of.starts {
		if len(start) == 0 {
			try(start)
			continue
		}
		settings := &optimize.Settings{FuncEvaluations: 60 * len(start), Converger: &optimize.FunctionConverge{Relative: 1e-9, Iterations: 12}}
		// Reaching a limit is no failure: best has the best that was found.
		optimize.Minimize(optimize.Problem{Func: try}, start, settings, &optimize.NelderMead{SimplexSize: 0.2})
	}
	return best, ok
}

// own returns a form's functions of distances in the data's unit.
func (f *search) own(of form, p []float64) (functions []basis) {
	for _, function := range of.functions(p) {
		functions = append(functions, basis{f.curve, func(r float64) float64 { return function(r / f.unit) }})
	}
	return functions
}

func finite(constants []Constant) bool {
	return !slices.ContainsFunc(constants, func(c Constant) bool { return math.IsNaN(c.Value) || math.IsInf(c.Value, 0) })
}

func (f *search) described(of fitted, left, total float64) Form {
	described := Form{Name: of.name, Text: of.text, LaTeX: of.latex, Constants: of.constants(of.c, of.p, f.unit),
		Left: math.Sqrt(max(of.left-left, 0) / total)}
	described.fill()
	return described
}

// fill puts the constants into the formulas.
func (f *Form) fill() {
	for _, c := range f.Constants {
		number := fmt.Sprintf("%.4g", c.Value)
		f.Text = strings.ReplaceAll(f.Text, "{"+c.Name+"}", number)
		f.LaTeX = strings.ReplaceAll(f.LaTeX, "{"+c.Name+"}", number)
	}
	f.Text = signs.Replace(factor.ReplaceAllString(f.Text, "$1($2)"))
	f.LaTeX = signs.Replace(factor.ReplaceAllString(f.LaTeX, "$1($2)"))
	f.LaTeX = exponent.ReplaceAllString(f.LaTeX, `$1\cdot 10^{$2}`)
}

// These write the signs of constants: two in a row become one, and a negative factor right
// after a number or \, gets parentheses.
var (
	signs    = strings.NewReplacer("- -", "+ ", "+ -", "- ", "--", "+")
	factor   = regexp.MustCompile(`(\d |\\,)(-[\d.]+(?:e[+-]\d+)?)`)
	exponent = regexp.MustCompile(`(\d)e([+-]\d+)`)
)
