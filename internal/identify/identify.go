// Package identify analyses what data determine about parameters: which directions of
// parameters are undetermined, described in words, and the errors of estimates.
package identify

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

const (
	// pivotal is the size of a component, relative to the largest of all, above which its
	// parameter may be fixed.
	pivotal = 0.1
	// partOf is the size of a component, relative to that of the fixed parameter, above which
	// another parameter is part of a direction.
	partOf = 0.05
)

// Direction is a direction of parameters that the data do not determine. Fixed is the index of
// the parameter that is best fixed to determine the others. In Along its component is 1, and
// those of other fixed parameters are 0.
type Direction struct {
	Fixed int
	Along []float64
}

// Undetermined returns the directions along which the information, the inverse of a covariance,
// is below a level. They are an orthonormal basis, the least information first.
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

// Fix chooses a parameter to fix for each direction of a basis, and combines the basis so that
// each direction moves only one fixed parameter. Parameters of a lower rank are fixed first.
func Fix(basis [][]float64, rank []int) (fixed []Direction) {
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
		fixed = append(fixed, Direction{column, rows[i]})
	}
	return fixed
}

// pivot returns the row and column of the component to fix: among those that are not much
// smaller than the largest, that of the parameter with the lowest rank. The column is -1 if all
// components are 0.
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

// NoneDepends describes a fixed parameter whose direction has no other parameters.
const NoneDepends = "nothing in the data depends on it"

// Words returns the reason why a parameter is fixed. names are those of all parameters. factors
// marks parameters that are logarithms, for which adding means multiplying what they stand for.
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
	return Inseparable(others)
}

// Inseparable describes a fixed parameter whose direction has the named other parameters.
func Inseparable(others []string) string {
	return fmt.Sprintf("the data do not tell it apart from %s", List(others))
}

// List joins names in a phrase: "a, b and c".
func List(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
