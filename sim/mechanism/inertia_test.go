package mechanism

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"
)

// TestInertiaOfJoints: joints on one axis need a mass each; where the mass of one is rounding beside that of the other, the
// mechanism is refused, and so is a joint whose mass is on its axis.
func TestInertiaOfJoints(t *testing.T) {
	of := func(first, second float64, at r3.Vec) error {
		_, err := New(Mechanism{Rest: []r3.Vec{{X: 1}, at}, Mass: []float64{first, second}, Bodies: []Body{
			{Name: "outer", Joint: Revolute(r3.Vec{Z: 1}), Parent: -1, Members: []int{0}},
			{Name: "inner", Joint: Revolute(r3.Vec{Z: 1}), Parent: 0, Members: []int{1}},
		}})
		return err
	}
	require.NoError(t, of(1, 1, r3.Vec{X: 1}))
	require.NoError(t, of(5e-13, 1, r3.Vec{X: 1}), "the condition number is 8e12")
	require.ErrorContains(t, of(3e-13, 1, r3.Vec{X: 1}), `a joint moves no mass, or the same as others, likely the one of body 1, "inner"`, "it is 1.3e13")
	require.ErrorContains(t, of(1e-14, 1, r3.Vec{X: 1}), "mechanism: a joint moves no mass, or the same as others")
	require.ErrorContains(t, of(1, 1, r3.Vec{}), `likely the one of body 1, "inner": give the body an inertia, or hold the joint`)
}
