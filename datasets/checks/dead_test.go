package checks

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/vector"
)

// coasting are recordings of the mass of driven, which has no load in the last of them.
func coasting() *Recording {
	r := driven(4, 120, 0, 0)
	last := r.Starts[3]
	const dt, steps, stiffness, damping = 0.1, 20, 2.0, 0.3
	x, v := r.Positions[last], r.Rates[last]
	for frame := last; frame < r.Starts[4]; frame++ {
		r.Positions[frame], r.Rates[frame], r.Loads[frame] = x, v, 0
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
// are reported, and those of what coasts are not.
func TestLostLoads(t *testing.T) {
	found := func(r *Recording) string { return rowOf(LostLoads).find(&subject{recording: r, words: words}) }
	require.Empty(t, found(driven(4, 120, 0, 0)))
	require.Empty(t, found(coasting()))
	_, still := coasting().zeros(0)
	require.Equal(t, 120, still)
	lost := driven(4, 120, 0, 0)
	clear(lost.Loads[200:240])
	require.Contains(t, found(lost), "torque: the torques of particle 0 are 0 in 40 frames, the first of them 300, where the energy of the system changes by work that is missing: ")
	require.Contains(t, found(lost), " times their work in other frames: ")
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

	// Two masses on springs of their own: of one that is never driven no energy is reported, as its mass is not known.
	one, other := driven(4, 120, 0, 0), driven(4, 120, 0, 0.1)
	both := &Recording{Elements: 2, Each: 1, Starts: one.Starts, Time: one.Time}
	for frame := range one.frames() {
		shifted := (frame + 240) % one.frames()
		both.Positions = append(both.Positions, one.Positions[frame], other.Positions[shifted])
		both.Rates = append(both.Rates, one.Rates[frame], other.Rates[shifted])
		both.Loads = append(both.Loads, one.Loads[frame], other.Loads[shifted])
		both.States = append(append(both.States, one.States[2*frame:][:2]...), other.States[2*shifted:][:2]...)
	}
	require.Empty(t, found(both))
	all := slices.Clone(both.Loads)
	for i := range both.Loads[400:] {
		both.Loads[400+i] *= float64(min(1, (i+1)%2+i/80)) // the other is lost for 40 frames, and small
	}
	for frame := range one.frames() {
		const small = 0.1
		for _, values := range [][]float64{both.Positions, both.Rates, both.Loads} {
			values[2*frame+1] *= small
		}
		for k := 2; k < 4; k++ {
			both.States[4*frame+k] *= small * small
		}
	}
	require.Contains(t, found(both), "of particle 1 are 0 in 40 frames")
	both.Loads = all
	for i := 1; i < len(both.Loads); i += 2 {
		both.Loads[i] = 0
	}
	require.Empty(t, found(both))
	both.States = nil
	require.Empty(t, found(both), "of energies that are not known")
	clear(one.Loads)
	require.Zero(t, one.Dead(), "all are 0")
}

// TestFractionOfLostLoads: what is missing while loads are 0 counts from 0.3 times their work elsewhere on,
// if its square is eight times that of what is unexplained elsewhere; of loads that are always 0 what
// the known energies miss of the work of the others counts.
func TestFractionOfLostLoads(t *testing.T) {
	walk := func(lost, rest float64) *Recording {
		const frames = 240
		r := &Recording{Elements: 1, Each: 1, Starts: []int{0, frames}, Time: 1}
		var energy float64
		for frame := range frames {
			load, noise := math.Cos(float64(frame*frame)), float64(rest*math.Sin(float64(7*frame*frame)))
			r.Positions, r.Rates, r.States = append(r.Positions, float64(frame)), append(r.Rates, 1), append(r.States, energy)
			if frame >= 100 && frame < 140 {
				energy, load = energy+float64(lost*load)+noise, 0
			} else {
				energy += load + noise
			}
			r.Loads = append(r.Loads, load)
		}
		return r
	}
	found := func(lost, rest float64) bool {
		return rowOf(LostLoads).find(&subject{recording: walk(lost, rest), words: words}) != ""
	}
	require.False(t, found(0.25, 0))
	require.True(t, found(0.35, 0))
	require.True(t, found(1, 0.32))
	require.False(t, found(1, 0.335))

	undriven := func(known float64) string { // one is driven, and the energy changes by some more
		r := walk(1, 0)
		r.Elements, r.States = 2, nil
		positions, loads := r.Positions, r.Loads
		r.Positions, r.Rates, r.Loads = nil, nil, nil
		var driven, more float64 // each may have any factor, but for the known energy
		for frame, load := range loads {
			r.Positions, r.Rates, r.Loads = append(r.Positions, positions[frame], positions[frame]), append(r.Rates, 1, 1), append(r.Loads, load, 0)
			r.States, r.Energies = append(r.States, driven, more), append(r.Energies, driven, more)
			driven, more = driven+load, more+float64(known*math.Sin(float64(7*frame*frame)))
		}
		return rowOf(LostLoads).find(&subject{recording: r, words: words})
	}
	require.Empty(t, undriven(0.2))
	require.Contains(t, undriven(0.5), "of particle 1 are 0 in all frames, where the energy of the system changes by work that is missing: 0.")
	require.Contains(t, undriven(0.5), " times the work of the others: ")
}

// TestNeverRecorded: a load that is the same in all frames is told of a joint whose inertia and weight
// need another, and not of one that swings freely, that friction or this load moves, that rests in
// noise or follows another.
func TestNeverRecorded(t *testing.T) {
	// Two masses on springs: the load of the second is load plus push times a wave, and is recorded as load.
	masses := func(push, load float64) *Recording {
		const dt, steps, stiffness, damping = 0.1, 20, 2.0, 0.3
		one := driven(4, 120, 0, 0)
		r := &Recording{Elements: 2, Each: 1, Starts: one.Starts, Time: dt}
		var x, v float64
		for frame := range one.frames() {
			if frame%120 == 0 {
				x, v = 1, 0
			}
			r.Positions, r.Rates = append(r.Positions, one.Positions[frame], x), append(r.Rates, one.Rates[frame], v)
			r.Loads = append(r.Loads, one.Loads[frame], load)
			force := load + push*(2*math.Sin(0.4*float64(frame)+1)+math.Cos(0.9*float64(frame)))
			for range steps {
				const h = dt / steps
				half, speed := x+h/2*v, v+h/2*(force-stiffness*x-damping*v)
				x, v = x+h*speed, v+h*(force-stiffness*half-damping*speed)
			}
		}
		r.AddEnergies = func(r *Recording) {
			for i, x := range r.Positions {
				r.Energies = append(r.Energies, r.Rates[i]*r.Rates[i]/2, stiffness*x*x/2)
				r.Potentials = append(r.Potentials, 0, stiffness*x*x/2)
			}
			r.States = r.Energies
		}
		return r
	}
	found := func(r *Recording) string { return rowOf(LostLoads).find(&subject{recording: r, words: words}) }
	require.Empty(t, found(masses(0.2, 0)), "0.25 times as much")
	require.NotEmpty(t, found(masses(0.3, 0)), "0.36 times as much")
	require.Empty(t, found(masses(0, 0)))
	require.Empty(t, found(masses(0, 0.7)), "the load that acts")
	require.Contains(t, found(masses(2, 0)), "of particle 1 are 0 in all frames, where the energy of the system changes by work that is missing: ")
	require.Contains(t, found(masses(2, 0.7)), "of particle 1 are 0.7 in all frames")
	whole := masses(2, 0.7)
	whole.AddEnergies(whole)
	lost := whole.Dead()
	require.Equal(t, [3]int{1, whole.frames(), 0}, [3]int{lost.Joint, lost.Frames, lost.First})
	require.InDelta(t, 0.7, lost.Load, 1e-12)
	led := masses(2, 0)
	led.Followers = []Follower{{Joint: 1}}
	require.Empty(t, found(led))
	for noise, told := range map[float64]bool{0.035: true, 0.05: false, 10: false} {
		r := masses(2, 0)
		for i := 1; i < len(r.Positions); i += 2 {
			r.Positions[i] += noise * math.Sin(float64(i*i))
		}
		require.Equal(t, told, found(r) != "", "%g", noise)
	}
}

// TestLostForces: forces on a particle that are 0 in the file for a while, though they push it, are
// found, and forces that are 0 then are not.
func TestLostForces(t *testing.T) {
	pushed := func(lost bool) *Recording {
		const frames, time = 200, 0.1
		r := &Recording{Elements: 2, Each: 3, Starts: []int{0, frames}, Time: time}
		rest := make([]float64, 3) // of the other particle
		var x, v, force [3]float64
		for frame := range frames {
			off := frame >= 60 && frame < 100
			for axis := range force {
				if force[axis] = math.Sin(0.07*float64(frame*(axis+1)) + float64(axis)); off && !lost {
					force[axis] = 0
				}
			}
			written := force
			if off {
				written = [3]float64{}
			}
			r.Positions, r.Rates, r.Loads = slices.Concat(r.Positions, x[:], rest), slices.Concat(r.Rates, v[:], rest), slices.Concat(r.Loads, written[:], rest)
			r.States = append(r.States, vector.Dot(v, v)/2)
			x = vector.Plus(vector.Plus(x, time, v), time*time/2, force)
			v = vector.Plus(v, time, force)
		}
		r.Energies = r.States
		return r
	}
	require.Zero(t, pushed(false).Dead().Ratio)
	dead := pushed(true).Dead()
	require.Greater(t, dead.Ratio, 0.3)
	require.Equal(t, []int{40, 60}, []int{dead.Frames, dead.First})
	require.Equal(t, Dead{}, pushed(true).dead(1), "many particles have no forces")
}

// TestRunsOfZeros: loads are 0 in four frames in a row or more of a recording, along all axes of a particle.
func TestRunsOfZeros(t *testing.T) {
	joints := &Recording{Elements: 2, Each: 1, Starts: []int{0, 9, 14}}
	for frame, load := range []float64{0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0} {
		joints.Loads = append(joints.Loads, load, float64(frame))
	}
	dead, count := joints.zeros(0)
	require.Equal(t, 5, count, "three before the end of the first recording and three after it are apart")
	require.Equal(t, []bool{false, false, false, false, true, true, true, true, true, false, false, false, false, false}, dead)
	_, count = joints.zeros(1)
	require.Zero(t, count)
	particles := &Recording{Elements: 1, Each: 3, Starts: []int{0, 6}, Loads: []float64{0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}
	dead, count = particles.zeros(0)
	require.Equal(t, 4, count)
	require.Equal(t, []bool{false, false, true, true, true, true}, dead)
	require.Equal(t, 14./3, meanSquare([]float64{1, 2, 3}))
}
