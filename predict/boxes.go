package predict

import (
	"slices"

	"gmnc/runtime"
	"gmnc/system"
)

// addBoxSenders builds the edges of a batch from the first particles of all boxes of a system
// to each particle of its other bodies. Every system has as many neighbors as the particle
// with the most. In empty slots the receiver is the sender.
func addBoxSenders(batch runtime.Batch) {
	first, weights := batch.Inputs["first"].Index, batch.Inputs[system.Box.Name].Float
	boxes, start, slots := make([][]int64, len(batch.Systems)), 0, 0
	for i, s := range batch.Systems {
		end := start + s.Particles
		boxes[i] = firstsOfBoxes(first, weights, start, end)
		for _, own := range first[start:end] {
			count := len(boxes[i])
			if slices.Contains(boxes[i], own) {
				count--
			}
			slots = max(slots, count)
		}
		start = end
	}
	senders := make([]int64, 0, start*slots)
	row := 0
	for i, s := range batch.Systems {
		for range s.Particles {
			for _, box := range boxes[i] {
				if box != first[row] {
					senders = append(senders, box)
				}
			}
			row++
			for len(senders) < row*slots {
				senders = append(senders, int64(row-1))
			}
		}
		batch.Systems[i].Neighbors = slots
	}
	batch.Inputs[system.BoxSendersInput] = runtime.Indices(senders, len(senders))
}

// firstsOfBoxes returns the first particles of the boxes in the rows from start to end. A body
// is a box if some of its particles have weights in edges that are not 0.
func firstsOfBoxes(first []int64, weights []float32, start, end int) (boxes []int64) {
	columns := system.Box.Columns
	for row := start; row < end; row++ {
		hasSize := slices.ContainsFunc(weights[row*columns:][:columns], func(w float32) bool { return w != 0 })
		if hasSize && !slices.Contains(boxes, first[row]) {
			boxes = append(boxes, first[row])
		}
	}
	return boxes
}
