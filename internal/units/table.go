package units

import (
	"math/big"
	"strings"
	"sync"
)

// These are the dimensions, whose order is that of the exponents.
var (
	length = Exponents{1}
	time   = Exponents{0, 1}
	mass   = Exponents{0, 0, 1}
	charge = Exponents{0, 0, 0, 1}
)

// row is a unit of the table. It has its names, its size in SI units, its dimensions, and
// whether decimal prefixes may precede its names.
type row struct {
	names     []string
	size      string
	exponents Exponents
	prefixes  bool
}

// table holds the sizes of units from the SI Brochure (2019) and CODATA 2018. The units of a
// simulation whose constants are all 1 are numbers.
var table = []row{
	{[]string{"m", "meter", "metre"}, "1", length, true},
	{[]string{"angstrom", "Angstrom", "Å", "ang"}, "1e-10", length, false},
	{[]string{"micron"}, "1e-6", length, false},
	{[]string{"bohr"}, "5.29177210903e-11", length, false},
	{[]string{"inch", "inches", "in"}, "254e-4", length, false},
	{[]string{"foot", "feet", "ft"}, "3048e-4", length, false},
	{[]string{"s", "sec", "second"}, "1", time, true},
	{[]string{"min", "minute"}, "60", time, false},
	{[]string{"h", "hour"}, "3600", time, false},
	{[]string{"day"}, "86400", time, false},
	{[]string{"g", "gram"}, "1e-3", mass, true},
	{[]string{"Da", "dalton", "amu"}, "1.66053906660e-27", mass, false},
	{[]string{"C", "coulomb"}, "1", charge, true},
	{[]string{"e", "elementary charge"}, "1.602176634e-19", charge, false},
	{[]string{"N", "newton"}, "1", Exponents{1, -2, 1}, true},
	{[]string{"J", "joule"}, "1", Exponents{2, -2, 1}, true},
	{[]string{"eV"}, "1.602176634e-19", Exponents{2, -2, 1}, false},
	{[]string{"natural unit", "time unit"}, "1", Exponents{}, false},
}

// prefixes holds the decimal prefixes, as symbols and as words.
var prefixes = map[string]string{
	"M": "1e6", "k": "1e3", "d": "1e-1", "c": "1e-2", "m": "1e-3", "u": "1e-6", "µ": "1e-6", "μ": "1e-6", "n": "1e-9", "p": "1e-12", "f": "1e-15",
	"mega": "1e6", "kilo": "1e3", "deci": "1e-1", "centi": "1e-2", "milli": "1e-3", "micro": "1e-6", "nano": "1e-9", "pico": "1e-12", "femto": "1e-15",
}

// byName returns every name of the table, with prefixes and in the plural.
var byName = sync.OnceValue(func() map[string]Unit {
	all := map[string]Unit{}
	for _, r := range table {
		for _, name := range r.names {
			add := func(name, by string) {
				unit := Unit{size: new(big.Rat).Mul(rational(r.size), rational(by)), exponents: r.exponents}
				all[name] = unit
				if len(name) > 2 {
					all[name+"s"] = unit
				}
			}
			add(name, "1")
			for prefix, by := range prefixes {
				if r.prefixes && (len(prefix) > 2) == (len(name) > 3) {
					add(prefix+name, by)
				}
			}
		}
	}
	return all
})

func rational(text string) *big.Rat {
	number, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("units: " + text + " is no number")
	}
	return number
}

// named returns the unit of a name. A name that the table lacks is, in the singular, a unit of
// its own dimension.
func named(name string) Unit {
	if unit, known := byName()[name]; known {
		return unit
	}
	if name == "1" || name == "" {
		return Unit{size: big.NewRat(1, 1)}
	}
	return Unit{size: big.NewRat(1, 1), others: map[string]int{strings.TrimSuffix(name, "s"): 1}}
}
