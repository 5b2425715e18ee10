package md17

import (
	"slices"
	"strconv"
	"strings"
)

// symbols are those of the elements, from hydrogen.
var symbols = strings.Fields(`
	H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar
	K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr
	Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe
	Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu
	Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn
	Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr
	Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og`)

// atomicNumber is that of an element's symbol, or of a number as text; 0 if
// it is neither.
func atomicNumber(word string) int64 {
	if number, err := strconv.Atoi(word); err == nil && number >= 1 && number <= len(symbols) {
		return int64(number)
	}
	return int64(slices.Index(symbols, word) + 1)
}
