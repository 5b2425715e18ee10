package checks

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// turnedRound is the largest fraction of the unexplained squares that may remain after loads or
// positions of joints have changed their sign, if that sign is to count as wrong.
const turnedRound = 0.25

// wrongSigns returns the joints whose loads have the wrong sign, given the work of the loads of each
// joint. Energies grow, and friction takes work, by positive factors, so work of the other sign is
// not explained. It tries each joint, all joints, and all but one. It returns nil if no other signs
// explain the work, or if those of the recording explain nearly as much.
func (f *fit) wrongSigns(each [][]float64) (joints []int) {
	var candidates [][]int
	for joint := range each {
		candidates = append(candidates, []int{joint})
	}
	if candidates = append(candidates, allBut(-1, len(each))); len(each) > 2 {
		for joint := range each {
			candidates = append(candidates, allBut(joint, len(each)))
		}
	}
	least := turnedRound * sumOfSquares(f.unexplained(workOf(each, nil)))
	for _, turned := range candidates {
		work := workOf(each, turned)
		if left := sumOfSquares(f.unexplained(work)); left < least && left < (1-balanced)*sumOfSquares(work) {
			least, joints = left, turned
		}
	}
	return joints
}

// workOf returns the sum of the work of all joints, in which that of some has the other sign.
func workOf(each [][]float64, turned []int) []float64 {
	sum := make([]float64, len(each[0]))
	for joint, work := range each {
		sign := 1.
		if slices.Contains(turned, joint) {
			sign = -1
		}
		floats.AddScaled(sum, sign, work)
	}
	return sum
}

// allBut returns the numbers of joints without that of one, or all of them if that is -1.
func allBut(one, joints int) (others []int) {
	for joint := range joints {
		if joint != one {
			others = append(others, joint)
		}
	}
	return others
}
