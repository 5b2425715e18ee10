package system

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNumbersOfObjects: errors number the objects of a kind from 0 on.
func TestNumbersOfObjects(t *testing.T) {
	report := func(array, format string, arguments ...any) error { return fmt.Errorf(array+format, arguments...) }
	for want, objects := range map[string]Objects{
		"sticks, stick 0: particle 9 is out of range, expected 0 to 4": {Stick.Of(0, 9)},
		"sticks, stick 1: particle 9 is out of range, expected 0 to 4": {Stick.Of(0, 1), Stick.Of(9, 2)},
		"hinges, hinge 0: particle 5 is out of range, expected 0 to 4": {Stick.Of(0, 1), Hinge.Of(2, 3, 5)},
		"hinges, hinge 0: it has 2 members, expected 3":                {Hinge.Of(2, 3)},
		"sticks, stick 1: particle 1 is in stick 0 already, expected each particle in at most one object, once (two bars that meet in a particle are a hinge, and more bars are a tree)": {Stick.Of(0, 1), Stick.Of(1, 2)},
		"parents, tree 0 (particles [3]): a tree has two particles or more":                               {TreeOf([]int{3}, []int{-1})},
		"bodies, body 0 (particles [3]): a body has two particles or more":                                {Body.Of(3)},
		"bodies, body 0: all its particles, from 1 to 2, are at one place, expected a body that can turn": {Body.Of(1, 2)},
		"parents, tree 0: it has 1 parents for 2 members":                                                 {{Kind: Tree, Members: []int{0, 1}, Parents: []int{-1}}},
	} {
		s := Sample{Position: make([]float32, 15), Velocity: make([]float32, 15), Objects: objects}
		require.EqualError(t, new(Checker).checkIndices(&s, report), want)
	}
	s := Sample{Position: make([]float32, 15), Bonds: [][2]int{{0, 1}, {2, 2}}}
	require.EqualError(t, new(Checker).checkIndices(&s, report), "bonds, bond 1: (2, 2) does not join two different particles of 0 to 4")
}
