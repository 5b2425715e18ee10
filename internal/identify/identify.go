// Package identify analyses what data determine about parameters: which directions of them are not
// determined, described in words, and the errors of estimates.
package identify

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

const (
	// pivotal is the share of the largest component of a direction from which on a preferred
	// parameter may stand for it.
	pivotal = 0.1
	// partOf is the share of a direction's own parameter from which on another takes part in it.
	partOf = 0.05
)

// Direction is a direction of parameters along which the data tell nothing. Fixed is the
// parameter that is best held for the others to be determined; Along has its component as 1,
// and those of other held parameters as 0.
type Direction struct {
	Fixed int
	Along []float64
}

// Undetermined are the directions along which the information, the inverse of a covariance,
// is below a level: an orthonormal basis, the least information first.
func Undetermined(information mat.Symmetric, least float64) (directions [][]float64) {
	var eigen mat.EigenSym
	if information.SymmetricDim() == 0 || !eigen.Factorize(information, true) {
		return nil
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	for k, value := range eigen.Values(nil) {
		if !(value >= least) {
			directions = append(directions, mat.Col(nil, k, &vectors))
		}
	}
	return directions
}

// Fix chooses a parameter to hold for each direction of a basis, and combines the basis so
// that each direction moves one held parameter alone. Parameters of a lower rank are held
// first.
func Fix(basis [][]float64, rank []int) (held []Direction) {
	rows := make([][]float64, len(basis))
	for i := range basis {
		rows[i] = slices.Clone(basis[i])
	}
	for i := range rows {
		row, column := pivot(rows[i:], rank)
		if column < 0 {
			break
		}
		rows[i], rows[i+row] = rows[i+row], rows[i]
		by := rows[i][column]
		for k := range rows[i] {
			rows[i][k] /= by
		}
		for other := range rows {
			if other == i {
				continue
			}
			factor := rows[other][column]
			for k := range rows[other] {
				rows[other][k] -= float64(factor * rows[i][k])
			}
		}
		held = append(held, Direction{column, rows[i]})
	}
	return held
}

// pivot is the row and column of the component to hold: of those that are not much smaller than
// the largest, the one whose parameter has the lowest rank. There is none among zeros.
func pivot(rows [][]float64, rank []int) (row, column int) {
	largest := 0.
	for _, values := range rows {
		for _, value := range values {
			largest = max(largest, math.Abs(value))
		}
	}
	column = -1
	for i, values := range rows {
		for k, value := range values {
			size := math.Abs(value)
			if size == 0 || size < pivotal*largest {
				continue
			}
			better := column < 0 || rank[k] < rank[column] || rank[k] == rank[column] && (k < column || k == column && size > math.Abs(rows[row][column]))
			if better {
				row, column = i, k
			}
		}
	}
	return row, column
}

// NoneDepends is what is said of a parameter that takes part in nothing.
const NoneDepends = "nothing in the data depends on it"

// Words say why a parameter is held. Of names, factors marks parameters that are logarithms:
// to add to them is to multiply what they stand for.
func (d Direction) Words(names []string, factors []bool) string {
	var others []string
	ratios := factors[d.Fixed]
	for k, along := range d.Along {
		if k == d.Fixed || math.Abs(along) < partOf {
			continue
		}
		others = append(others, names[k])
		ratios = ratios && factors[k] && math.Abs(along-1) < partOf
	}
	switch {
	case others == nil:
		return NoneDepends
	case ratios:
		return fmt.Sprintf("the data hold only ratios, and it sets the scale of %s", List(others))
	}
	return fmt.Sprintf("the data do not tell it apart from %s", List(others))
}

// List puts names into one phrase: "a, b and c".
func List(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
