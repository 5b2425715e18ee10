package md17

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// columns holds the first column of each quantity in the lines of atoms, or -1 if they lack it.
type columns struct {
	element, x, id, forces, momenta, speeds, charge int
	atomic                                          bool // the element is a number
	named                                           int  // number of columns that Properties names
	unread                                          []string
}

// needed returns the smallest number of words in a line.
func (c columns) needed() int {
	return 1 + max(c.element, c.id, c.x+2, c.charge, last(c.forces), last(c.momenta), last(c.speeds))
}

// last returns the last column of a vector, or -1 if it has none.
func last(first int) int {
	if first < 0 {
		return -1
	}
	return first + 2
}

// columnsOf reads the Properties of extended XYZ, which are triples of a name, a type and a
// number of columns. Plain XYZ has an element and the coordinates.
func columnsOf(properties string) (c columns, err error) {
	c = columns{element: -1, x: -1, id: -1, forces: -1, momenta: -1, speeds: -1, charge: -1}
	if properties == "" {
		c.element, c.x, c.named = 0, 1, 4
		return c, nil
	}
	column, parts := 0, strings.Split(properties, ":")
	for property := range slices.Chunk(parts, 3) {
		width := 0
		if len(property) == 3 {
			width, err = strconv.Atoi(property[2])
		}
		if err != nil || width < 1 || width > 1000 {
			return c, fmt.Errorf("the Properties %.60q are not triples of name, type and columns", properties)
		}
		if !c.take(strings.ToLower(property[0]), column, width) {
			c.unread = append(c.unread, property[0])
		}
		column += width
	}
	c.named = column
	if c.element < 0 || c.x < 0 {
		return c, fmt.Errorf("the Properties %.60q have no species or no pos", properties)
	}
	return c, nil
}

// take sets the column of a property that is read, and reports whether the property is one.
func (c *columns) take(name string, column, width int) bool {
	place, wanted := (*int)(nil), 3
	switch name {
	case "species", "element", "symbols", "z", "numbers":
		if c.element >= 0 && name != "species" {
			return false // repeats the species
		}
		c.atomic = name == "z" || name == "numbers"
		place, wanted = &c.element, 1
	case "id":
		place, wanted = &c.id, 1
	case "pos", "positions":
		place = &c.x
	case "charge", "charges", "initial_charges":
		place, wanted = &c.charge, 1
	case "forces", "force":
		place = &c.forces
	case "momenta":
		place = &c.momenta
	case "velo", "vel", "velocities":
		place = &c.speeds
	default:
		return false
	}
	if width != wanted {
		return false
	}
	*place = column
	return true
}
