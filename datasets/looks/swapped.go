package looks

import (
	"gmnc/internal/median"
	"gmnc/system"
)

const (
	// smoother is the greatest share of the roughness around two neighbouring frames that may
	// remain after they are exchanged, if they had been exchanged before.
	smoother = 0.05
	// rougher is the least roughness there relative to the typical one, and alikeAfter the
	// greatest after the exchange.
	rougher, alikeAfter = 20, 3
)

// Swaps returns the frames that were exchanged with the next one: in the other order, the motion
// continues as smoothly as elsewhere.
func Swaps(t system.Trajectory) (swaps []int) {
	var turns []float64 // for each frame and the one after it
	for frame := 2; frame < t.Frames()-3; frame++ {
		turns = append(turns, turnsAround(t, frame, false))
	}
	if len(turns) == 0 {
		return nil
	}
	least := rounded(t)
	usual := max(median.Of(turns), float64(least*least))
	for k, turn := range turns {
		if !(turn > rougher*usual) {
			continue
		}
		if swapped := turnsAround(t, k+2, true); swapped < smoother*turn && swapped <= alikeAfter*usual {
			swaps = append(swaps, k+2)
		}
	}
	return swaps
}

// turnsAround returns the sum of the squared second differences around a frame and the one
// after it, in their order or exchanged.
func turnsAround(t system.Trajectory, frame int, swapped bool) (sum float64) {
	size := 3 * t.Particles
	order := [6]int{frame - 2, frame - 1, frame, frame + 1, frame + 2, frame + 3}
	if swapped {
		order[2], order[3] = order[3], order[2]
	}
	for i := range size {
		at := func(k int) float64 { return t.Positions[order[k]*size+i] }
		for k := 1; k < len(order)-1; k++ {
			turn := at(k+1) - float64(2*at(k)) + at(k-1)
			sum += float64(turn * turn)
		}
	}
	return sum
}
