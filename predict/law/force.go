package law

import (
	"math"

	"gmnc/builder/config"
)

// force returns a formula as a function of the distance, in the data's units; ok is false for
// an unknown form. Package builder has the same formulas as graphs.
func force(f config.PairFormula) (of func(r float64) float64, ok bool) {
	c := f.Constants
	over := func(a, n string) func(r float64) float64 {
		return func(r float64) float64 { return c[a] * math.Pow(r, -c[n]) }
	}
	spring := func(r float64) float64 { return -c["k"] * (r - c["l"]) }
	of, ok = map[string]func(r float64) float64{
		"constant":          func(float64) float64 { return c["F"] },
		"power":             over("A", "n"),
		"spring":            spring,
		"power with a core": func(r float64) float64 { return over("A", "n")(max(r, c["c"])) },
		"Yukawa":            func(r float64) float64 { return c["A"] * yukawa(c["L"])(r) },
		"Lennard-Jones": func(r float64) float64 {
			sixth := math.Pow(c["sigma"]/r, 6)
			return 24 * c["epsilon"] * (float64(2*sixth*sixth) - sixth) / r
		},
		"Morse": func(r float64) float64 {
			once := math.Exp(-c["a"] * (r - c["r0"]))
			return 2 * c["D"] * c["a"] * (float64(once*once) - once)
		},
		"power and constant": func(r float64) float64 { return over("A", "n")(r) + c["F"] },
		"power and spring":   func(r float64) float64 { return over("A", "n")(r) + spring(r) },
		"two powers":         func(r float64) float64 { return over("A", "n")(r) + over("B", "m")(r) },
	}[f.Form]
	return of, ok
}

// left returns what a formula leaves of the network's force in the place of a curve, as
// Form.Left defines it. ok is false if the law was not found in forces.
func (l *Law) left(curve int, f config.PairFormula) (left float64, ok bool) {
	of, known := force(f)
	if l.found == nil || !known {
		return 0, false
	}
	without := *l.found
	without.forces = nil
	own := l.found.columns([]basis{{curve, of}})[0]
	for i, whole := range l.found.forces {
		without.forces = append(without.forces, whole-own[i])
	}
	squares, rest := l.found.squares(), without.squares()
	if others := without.columns(without.functions(curve)); len(others) > 0 {
		solved, err := without.solve(without.gram(nil, others))
		if err != nil {
			return 0, false
		}
		rest = solved.left
	}
	return math.Sqrt(max(rest/squares-(1-l.Explained), 0)), true
}
