package looks

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// coasting are recordings of the mass of driven, which has no load in the last of them.
func coasting() *Recording {
	r := driven(4, 120, 0, 0)
	last := r.Starts[3]
	const dt, steps, stiffness, damping = 0.1, 20, 2.0, 0.3
	x, v := r.Places[last], r.Rates[last]
	for frame := last; frame < r.Starts[4]; frame++ {
		r.Places[frame], r.Rates[frame], r.Loads[frame] = x, v, 0
		copy(r.States[2*frame:], []float64{v * v, x * x})
		copy(r.Energies[2*frame:], []float64{v * v / 2, stiffness * x * x / 2})
		for range steps {
			const h = dt / steps
			half, speed := x+h/2*v, v+h/2*(-stiffness*x-damping*v)
			x, v = x+h*speed, v+h*(-stiffness*half-damping*speed)
		}
	}
	return r
}

// TestLostLoads: loads that are 0 for a while or throughout in which energies say that they are not
// are told, and those of what coasts are not.
func TestLostLoads(t *testing.T) {
	found := func(r *Recording) string { return rowOf(LostLoads).find(&seen{recording: r, words: words}) }
	require.Empty(t, found(driven(4, 120, 0, 0)))
	require.Empty(t, found(coasting()))
	_, still := coasting().zeros(0)
	require.Equal(t, 120, still)
	lost := driven(4, 120, 0, 0)
	clear(lost.Loads[200:240])
	require.Contains(t, found(lost), "torque: the torques of particle 0 are 0 in 40 frames, the first of them 300, where ")
	for frames, want := range map[int]int{deadFrames - 1: 0, deadFrames: deadFrames} {
		r := driven(4, 120, 0, 0)
		clear(r.Loads[200 : 200+frames])
		_, count := r.zeros(0)
		require.Equal(t, want, count)
	}
	r := driven(4, 120, 0, 0)
	clear(r.Loads[118:122]) // in two recordings
	_, count := r.zeros(0)
	require.Zero(t, count)

	// Two masses on springs of their own: of one that is never driven no energy is told, as its mass is not known.
	one, other := driven(4, 120, 0, 0), driven(4, 120, 0, 0.1)
	both := &Recording{Things: 2, Each: 1, Starts: one.Starts, Time: one.Time}
	for frame := range one.frames() {
		shifted := (frame + 240) % one.frames()
		both.Places = append(both.Places, one.Places[frame], other.Places[shifted])
		both.Rates = append(both.Rates, one.Rates[frame], other.Rates[shifted])
		both.Loads = append(both.Loads, one.Loads[frame], other.Loads[shifted])
		both.States = append(append(both.States, one.States[2*frame:][:2]...), other.States[2*shifted:][:2]...)
	}
	require.Empty(t, found(both))
	for i := 1; i < len(both.Loads); i += 2 {
		both.Loads[i] = 0
	}
	require.Empty(t, found(both))
	both.States = nil
	require.Empty(t, found(both), "of energies that are not known")
	clear(one.Loads)
	require.Zero(t, one.Dead(), "all are 0")
}
