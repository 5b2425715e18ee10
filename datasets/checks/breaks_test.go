package checks

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// TestNotesOfBreaks: velocities do not follow from positions where these break off or repeat.
func TestNotesOfBreaks(t *testing.T) {
	for check, breaks := range map[string]bool{AJump: true, ASeam: true, RepeatedFrames: true, FrozenPosition: true, ZeroPosition: true, Exchanged: true, Swapped: false, LateRates: false} {
		require.Equal(t, breaks, Note{Check: check}.Breaks(), check)
	}
}

// TestLongDisplacementIsNoJump: a particle that goes as far as its velocity says has not left a box, though
// straight lines lead nowhere by what others do.
func TestLongDisplacementIsNoJump(t *testing.T) {
	for speed, found := range map[float32]bool{90: false, 30: false, 20: true, 0: true} {
		s := subject{time: 1, length: 1, step: 1}
		for k := range 10 {
			sample := system.Sample{Position: []float32{float32(10 * k), 0, 0, 0, 0, 0}, Velocity: make([]float32, 6), TargetPosition: []float32{float32(10 * k), 0, 0, 0, 0, 0}}
			if k == 0 {
				sample.TargetPosition[0], sample.Velocity[0] = 90, speed
			}
			s.train = append(s.train, sample)
		}
		s.data = &datasets.Data{Train: s.train}
		require.Equal(t, found, jump(&s).size > 0, "a speed of %g", speed)
	}
}
