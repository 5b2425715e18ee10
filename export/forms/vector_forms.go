package forms

import "gmnc/ir"

// vectorForms are what was written of vectors, which later values are made of.
type vectorForms struct {
	// products are values that are written as a product with a constant matrix.
	products map[*ir.Value]product
	// again are the parts that stand twice in values side by side, inside what such a part
	// is made of with them.
	again  map[*ir.Value]*ir.Value
	inside map[*ir.Value]product
	// ownOf are the rows of a particle itself that a sum over members is made with, sums
	// what sums of two products are made of.
	ownOf map[*ir.Value]ownRows
	sums  map[*ir.Value][2]product
	// crosses are the cross products that were written, sides the columns they took.
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
