package checks

import (
	"gmnc/internal/median"
	"gmnc/system"
)

const (
	// smoother is the greatest fraction of the roughness around two neighboring frames that may
	// remain after they are exchanged, if they had been exchanged before.
	smoother = 0.05
	// rougher is the least roughness there relative to the typical one, and alikeAfter the
	// greatest after the exchange.
	rougher, alikeAfter = 20, 3
)

// Swaps returns the frames that were exchanged with the next one: in the other order, the motion
// continues as smoothly as elsewhere.
func Swaps(t system.Trajectory) (swaps []int) {
	var curvatures []float64 // for each frame and the one after it
	for frame := 2; frame < t.Frames()-3; frame++ {
		curvatures = append(curvatures, roughnessAround(t, frame, false))
	}
	if len(curvatures) == 0 {
		return nil
	}
	least := rounded(t)
	typical := max(median.Of(curvatures), float64(least*least))
	for k, curvature := range curvatures {
		if !(curvature > rougher*typical) {
			continue
		}
		if swapped := roughnessAround(t, k+2, true); swapped < smoother*curvature && swapped <= alikeAfter*typical {
			swaps = append(swaps, k+2)
		}
	}
	return swaps
}

// roughnessAround returns the sum of the squared second differences around a frame and the one
// after it, in their order or exchanged.
func roughnessAround(t system.Trajectory, frame int, swapped bool) (sum float64) {
	size := 3 * t.Particles
	order := [6]int{frame - 2, frame - 1, frame, frame + 1, frame + 2, frame + 3}
	if swapped {
		order[2], order[3] = order[3], order[2]
	}
	for i := range size {
		at := func(k int) float64 { return t.Positions[order[k]*size+i] }
		for k := 1; k < len(order)-1; k++ {
			curvature := at(k+1) - float64(2*at(k)) + at(k-1)
			sum += float64(curvature * curvature)
		}
	}
	return sum
}
