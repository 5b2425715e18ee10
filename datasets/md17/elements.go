package md17

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gmnc/internal/fields"
)

// symbols holds the symbols of the elements, from hydrogen on.
var symbols = strings.Fields(`
	H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar
	K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr
	Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe
	Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu
	Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn
	Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr
	Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og`)

// masses holds the standard atomic weights in daltons, from hydrogen on. For elements without
// one it holds the mass of the isotope that lives longest (IUPAC 2016).
var masses = []float64{
	1.008, 4.002602, 6.94, 9.0121831, 10.81, 12.011, 14.007, 15.999, 18.998403163, 20.1797,
	22.98976928, 24.305, 26.9815385, 28.085, 30.973761998, 32.06, 35.45, 39.948, 39.0983, 40.078,
	44.955908, 47.867, 50.9415, 51.9961, 54.938044, 55.845, 58.933194, 58.6934, 63.546, 65.38,
	69.723, 72.63, 74.921595, 78.971, 79.904, 83.798, 85.4678, 87.62, 88.90584, 91.224,
	92.90637, 95.95, 97.90721, 101.07, 102.9055, 106.42, 107.8682, 112.414, 114.818, 118.71,
	121.76, 127.6, 126.90447, 131.293, 132.90545196, 137.327, 138.90547, 140.116, 140.90766, 144.242,
	144.91276, 150.36, 151.964, 157.25, 158.92535, 162.5, 164.93033, 167.259, 168.93422, 173.054,
	174.9668, 178.49, 180.94788, 183.84, 186.207, 190.23, 192.217, 195.084, 196.966569, 200.592,
	204.38, 207.2, 208.9804, 208.98243, 209.98715, 222.01758, 223.01974, 226.02541, 227.02775, 232.0377,
	231.03588, 238.02891, 237.04817, 244.06421, 243.06138, 247.07035, 247.07031, 251.07959, 252.083, 257.09511,
	258.09843, 259.101, 262.11, 267.122, 268.126, 271.134, 270.133, 269.1338, 278.156, 281.165,
	281.166, 285.177, 286.182, 289.19, 289.194, 293.204, 293.208, 294.214,
}

// radii holds the covalent radii in angstrom, from hydrogen on (Cordero et al., Covalent radii
// revisited, Dalton Transactions 2008). The radius of carbon is that of sp3.
var radii = []float64{
	0.31, 0.28, 1.28, 0.96, 0.84, 0.76, 0.71, 0.66, 0.57, 0.58, 1.66, 1.41, 1.21, 1.11, 1.07, 1.05,
	1.02, 1.06, 2.03, 1.76, 1.70, 1.60, 1.53, 1.39, 1.39, 1.32, 1.26, 1.24, 1.32, 1.22, 1.22, 1.20,
	1.19, 1.20, 1.20, 1.16, 2.20, 1.95, 1.90, 1.75, 1.64, 1.54, 1.47, 1.46, 1.42, 1.39, 1.45, 1.44,
	1.42, 1.39, 1.39, 1.38, 1.39, 1.40, 2.44, 2.15, 2.07, 2.04, 2.03, 2.01, 1.99, 1.98, 1.98, 1.96,
	1.94, 1.92, 1.92, 1.89, 1.90, 1.87, 1.87, 1.75, 1.70, 1.62, 1.51, 1.44, 1.41, 1.36, 1.36, 1.32,
	1.45, 1.46, 1.48, 1.40, 1.50, 1.50, 2.60, 2.21, 2.15, 2.06, 2.00, 1.96, 1.90, 1.87, 1.80, 1.69,
}

// radius returns the covalent radius of an element. For heavy elements it is the last radius
// that is known.
func radius(number int64) float64 { return radii[min(int(number), len(radii))-1] }

// AtomicNumbers as Options.Types says that the numbers of elements in a file are atomic
// numbers.
const AtomicNumbers = "atomic-numbers"

// typeNames holds the words that a file has instead of the symbols of elements.
type typeNames struct {
	elements  map[string]int64
	areAtomic bool            // numbers are atomic numbers
	found     map[string]bool // the words of elements that the file has
}

// checkFound reports names that the file has none of, as where a program took the numbers of
// types for atomic numbers and wrote symbols.
func (t typeNames) checkFound(path string) error {
	if len(t.elements) == 0 || len(t.found) > 0 {
		return nil
	}
	return fields.Errorf("%s has none of the words that {types} names (%s): leave {types} out, or set the elements before you write the file; of a LAMMPS dump, ASE writes the types 1 and 2 as H and He",
		path, strings.Join(slices.Sorted(maps.Keys(t.elements)), ", "))
}

// parseTypes reads a list such as 1=O,2=H, or AtomicNumbers.
func parseTypes(text string) (types typeNames, err error) {
	if text == AtomicNumbers {
		return typeNames{areAtomic: true}, nil
	}
	types.elements, types.found = map[string]int64{}, map[string]bool{}
	for _, entry := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' }) {
		word, symbol, _ := strings.Cut(entry, "=")
		number := int64(slices.Index(symbols, strings.TrimSpace(symbol)) + 1)
		if number == 0 || word == "" {
			return types, fields.Errorf("{types} has %.40q, expected a word of the file and the symbol of its element, such as 1=O,2=H, or %s", entry, AtomicNumbers)
		}
		types.elements[strings.TrimSpace(word)] = number
	}
	return types, nil
}

// remoteness holds the letters that distinguish the atoms of a residue in protein files. They
// follow the elements ofResidues, so CA is a carbon there and not calcium.
const remoteness, ofResidues = "ABGDEZH", "CHNOSP"

// number returns the atomic number of a word. Symbols may be in upper or lower case, as in most
// programs, unless they look like names of atoms in proteins.
func (t typeNames) number(word string, isAtomic bool) (int64, error) {
	if number, named := t.elements[word]; named {
		t.found[word] = true
		return number, nil
	}
	if number, err := strconv.Atoi(word); err == nil {
		switch {
		case !t.areAtomic && !isAtomic:
			return 0, fields.Errorf("%q is the number of a type, which says no element: name the elements with {types}, such as {types} 1=O,2=H, or {types} %s if it is one", word, AtomicNumbers)
		case number < 1 || number > len(symbols):
			return 0, fmt.Errorf("%q is no atomic number, 1 to %d", word, len(symbols))
		}
		return int64(number), nil
	}
	if word == "D" || word == "T" { // heavy hydrogen
		return 1, nil
	}
	if number := slices.Index(symbols, word); number >= 0 {
		return int64(number + 1), nil
	}
	inResidue := len(word) == 2 && word == strings.ToUpper(word) && strings.Contains(ofResidues, word[:1]) && strings.Contains(remoteness, word[1:])
	place := slices.IndexFunc(symbols, func(symbol string) bool { return strings.EqualFold(symbol, word) })
	if place < 0 || inResidue {
		return 0, fields.Errorf("%.40q is no element: name it with {types}, such as {types} %.40s=%s", word, word, likelyElement(word))
	}
	return int64(place + 1), nil
}

// likelyElement returns the symbol of an organic element with which a word begins, as names of atoms
// in residues and solvents do, or that of carbon.
func likelyElement(word string) string {
	if word != "" && strings.Contains("CHNOPSF", word[:1]) {
		return word[:1]
	}
	return "C"
}
