package forms

import "gmnc/ir"

// vectorForms holds forms of vectors that were written, from which later values are made.
type vectorForms struct {
	// products holds values that are written as a product with a constant matrix.
	products map[*ir.Value]product
	// again holds, for values side by side, a part that is repeated at their end. inside holds
	// such a part as a product of a constant matrix with what is made from these values.
	again  map[*ir.Value]*ir.Value
	inside map[*ir.Value]product
	// ownOf holds the particles' own rows in a sum over members. sums holds the two products in
	// a sum of two products.
	ownOf map[*ir.Value]ownRows
	sums  map[*ir.Value][2]product
	// crosses holds the cross products that were written, and sides the columns that they took.
	crosses map[[2]string]crossed
	sides   map[crossSide]bool
}

func newVectorForms() vectorForms {
	return vectorForms{
		products: map[*ir.Value]product{},
		again:    map[*ir.Value]*ir.Value{},
		inside:   map[*ir.Value]product{},
		ownOf:    map[*ir.Value]ownRows{},
		sums:     map[*ir.Value][2]product{},
		crosses:  map[[2]string]crossed{},
		sides:    map[crossSide]bool{},
	}
}
