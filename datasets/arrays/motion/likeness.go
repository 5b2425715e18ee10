package motion

import (
	"strings"

	"gmnc/datasets/arrays/recordings"
)

// alike is the squared correlation above which velocities that point against the differences of
// positions count as reversed.
const alike = 0.5

// Likeness holds the sum of the products of velocities and displacements, and the sums of the
// squares of both.
type Likeness struct{ along, Squares, Displacements float64 }

// Time returns the time of a frame for which displacements agree best with velocities.
func (l Likeness) Time() float64 { return l.along / l.Squares }

// against reports whether velocities point against the displacements. Velocities that are
// merely unrelated to them do not.
func (l Likeness) against() bool {
	return l.along < 0 && l.along*l.along > alike*l.Squares*l.Displacements
}

// TurnedRound returns a text of the axes in which velocities point against the displacements,
// or "" if there are none.
func TurnedRound(axes [3]Likeness) string {
	var turned []string
	moving := 0
	for axis, of := range axes {
		if of.Squares > 0 && of.Displacements > 0 {
			moving++
		}
		if of.against() {
			turned = append(turned, "xyz"[axis:axis+1])
		}
	}
	switch len(turned) {
	case 0:
		return ""
	case moving:
		return " in all directions"
	}
	return " along " + strings.Join(turned, " and ")
}

// Compare compares the velocities of a group with the central differences of its positions, in
// all axes together and in each.
func Compare(g *recordings.Group, particles int) (all Likeness, axes [3]Likeness) {
	size, x, v := 3*particles, g.Positions, g.Velocities
	for r := range g.Recordings() {
		for i := (g.Starts[r] + 1) * size; i < (g.Starts[r+1]-1)*size; i++ {
			displacement := (x[i+size] - x[i-size]) / 2
			for _, of := range []*Likeness{&all, &axes[i%3]} {
				of.along += float64(v[i] * displacement)
				of.Squares += float64(v[i] * v[i])
				of.Displacements += float64(displacement * displacement)
			}
		}
	}
	return all, axes
}
