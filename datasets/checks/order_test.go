package checks

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// alongX returns a sample of particles at these positions, which move to targets along x.
func alongX(positions, targets []float32) system.Sample {
	s := system.Sample{}
	for i, x := range positions {
		s.Position, s.TargetPosition = append(s.Position, x, 0, 0), append(s.TargetPosition, targets[i], 0, 0)
	}
	s.Velocity = make([]float32, len(s.Position))
	return s
}

// TestJumpsAcrossABox: a displacement of three quarters of the range counts, if few are as long, and fewer are
// longer than a half.
func TestJumpsAcrossABox(t *testing.T) {
	jumps := func(displacements ...float32) result {
		s := &subject{data: new(datasets.Data), step: 1, length: 1}
		for k := range 20 {
			x := float32(10 * (k % 2)) // the inputs span 10
			target := x
			if k < len(displacements) {
				target += displacements[k]
			}
			s.train = append(s.train, alongX([]float32{x}, []float32{target}))
		}
		return jump(s)
	}
	require.Zero(t, jumps().size)
	require.Zero(t, jumps(7.4).size)
	found := jumps(7.6, -9)
	require.Equal(t, 2.0, found.size)
	require.Equal(t, "particle 0 of training sample 0 goes 7.6 along x, and the inputs span 10", found.args[0])
	require.Equal(t, 2, found.args[1])
	require.Equal(t, 2.0, jumps(9, 9, 5.1).size)
	require.Zero(t, jumps(9, 9, 5.1, 5.1).size, "swings as often")
	require.Equal(t, 2.0, jumps(9, 9, 4.9, 4.9).size)
	require.Zero(t, jumps(9, 9, 5, 5).size, "half of the range")
	require.Equal(t, 1.0, jumps(7.5).size)
	require.Equal(t, 12.0, jumps(9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9).size, "a fifth of all coordinates")
	require.Zero(t, jumps(9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9).size, "all move so")
	s := &subject{data: new(datasets.Data), step: 3, length: 11, train: []system.Sample{alongX([]float32{0, 0}, []float32{9, 0}), alongX([]float32{10, 0}, []float32{10, 0})}}
	require.Zero(t, jump(s).size, "systems are flat")
	s.length = 1
	require.Equal(t, "particle 0 of training sample 0 goes 9 along x, and the inputs span 10", jump(s).args[0])
	s.length = 10
	require.Equal(t, 1.0, jump(s).size, "systems are as wide as the range")
	s.train = append(s.train, alongX([]float32{0, 0}, []float32{5, 0}))
	require.Zero(t, jump(s).size, "another goes half as far")
	s.train, s.time, s.length = s.train[:2], 1, 1
	s.train[0].Velocity[0] = 1.5
	require.Equal(t, 1.0, jump(s).size, "7.5 more than the velocity leads")
	s.train[0].Velocity[0] = 1.75
	require.Zero(t, jump(s).size)
}

// TestFirstFrames: a first displacement is off that is more than twice the longest of the others, of five
// samples or more.
func TestFirstFrames(t *testing.T) {
	first := func(displacements ...float32) float64 {
		s := &subject{data: new(datasets.Data)}
		for _, displacement := range displacements {
			s.train = append(s.train, alongX([]float32{0}, []float32{displacement}))
		}
		return firstFrame(s).size
	}
	require.InDelta(t, 4.2, first(4.2, 1, 2, 1, 1), 1e-6)
	require.Zero(t, first(3.9, 1, 2, 1, 1))
	require.Zero(t, first(4.2, 1, 2, 1))
	s := &subject{data: new(datasets.Data), train: slices.Repeat([]system.Sample{alongX([]float32{0}, []float32{1})}, 5)}
	s.train[0] = alongX([]float32{0}, []float32{9})
	s.train[0].Trajectory = new(system.Trajectory)
	require.Zero(t, firstFrame(s).size, "its frames are compared elsewhere")
}

// TestExchangedTargets: two particles are exchanged whose targets are nearer to the other's line, to 15 % of
// the displacements, and farther than half a typical length from their own.
func TestExchangedTargets(t *testing.T) {
	of := func(length float64, targets ...float32) result {
		s := &subject{data: new(datasets.Data), step: 1, length: length, time: 1, straight: true, train: []system.Sample{alongX([]float32{0, 10, 30}, targets)}}
		return exchangedParticles(s)
	}
	require.Zero(t, of(1, 0, 10, 30).size)
	found := of(1, 10, 0, 30)
	require.Equal(t, 1.0, found.size)
	require.Equal(t, []any{"particles 0 and 1 of training sample 0 are each where the other would be (1 such pairs)"}, found.args)
	require.Equal(t, 1.0, of(1, 8.8, 1.2, 30).size) // 2.4 of 17.6
	require.Zero(t, of(1, 8.6, 1.4, 30).size)       // 2.8 of 17.2
	require.Equal(t, 1.0, of(19, 10, 0, 30).size)
	require.Zero(t, of(21, 10, 0, 30).size)
	s := &subject{data: new(datasets.Data), step: 1, length: 1, time: 1}
	for k := range fewDriven {
		s.train = append(s.train, alongX([]float32{0, float32(10 + k), 30}, []float32{float32(10 + k), 30, 0}))
	}
	require.Equal(t, []any{"targets are near straight lines, but of other particles"}, exchangedParticles(s).args)
	s.train = s.train[:fewDriven-1]
	require.Zero(t, exchangedParticles(s).size)
	s.time = 0
	require.Zero(t, exchangedParticles(s).size)
	s.time = 2
	s.train[0].Velocity[0] = 3
	require.Equal(t, []float32{6, 0, 0, 10, 0, 0, 30, 0, 0}, s.expected(&s.train[0]))
	require.Equal(t, 24.0, across(s.expected(&s.train[0]), s.train[0].Position, 0, 2))
}

// TestSomeSamples: of more than two thousand samples every second is checked, and steps are spread alike.
func TestSomeSamples(t *testing.T) {
	few, step := some(make([]system.Sample, mostSamples))
	require.Equal(t, []int{mostSamples, 1}, []int{len(few), step})
	few, step = some(make([]system.Sample, mostSamples+1))
	require.Equal(t, []int{mostSamples/2 + 1, 2}, []int{len(few), step})
	require.Equal(t, 6, (&subject{step: 2}).number(3))
	long := alongX([]float32{0}, []float32{0})
	for frames, want := range map[int]int{2: 1, mostSamples + 1: mostSamples, mostSamples + 2: mostSamples/2 + 1} {
		long.Trajectory = &system.Trajectory{Particles: 1, Positions: make([]float64, 3*frames), Velocities: make([]float64, 3*frames)}
		require.Len(t, stepsOf([]system.Sample{long}), want)
	}
	require.Nil(t, stepsOf([]system.Sample{long, alongX([]float32{0}, []float32{0})}))
	require.Nil(t, stepsOf(make([]system.Sample, mostSamples)))
	long.Trajectory = &system.Trajectory{Particles: 1, Positions: make([]float64, 6), Velocities: make([]float64, 6)}
	require.Nil(t, stepsOf(slices.Repeat([]system.Sample{long}, mostSamples)))
	require.Len(t, stepsOf(slices.Repeat([]system.Sample{long}, mostSamples-1)), mostSamples-1)
	s := &subject{time: 2, straight: true}
	moving := alongX([]float32{1}, []float32{8})
	moving.Velocity[0] = 3
	require.Equal(t, []float64{1, 1}, []float64{s.strayed(&moving, 0), s.beyondLine(&moving, 0)})
	s.straight = false
	require.Equal(t, []float64{7, 1}, []float64{s.strayed(&moving, 0), s.beyondLine(&moving, 0)})
}

// TestAvailable: rows run if the recording has what they need.
func TestAvailable(t *testing.T) {
	r := &Recording{Starts: []int{0, 2}}
	of := func() needs { return (&subject{recording: r}).have() }
	require.Equal(t, frames, of())
	r.Starts = []int{0, 2, 4}
	require.Equal(t, frames|several, of())
	r.Rates = []float64{1}
	require.Equal(t, frames|several, of(), "without a time rates are not compared")
	r.Time = 1
	require.Equal(t, frames|rates, of())
	r.Rates, r.Stamps = nil, []float64{1}
	require.Equal(t, frames|stamps, of())
	r.Loads, r.States, r.Limits = []float64{1}, []float64{1}, make([][2]float64, 1)
	require.Equal(t, frames|stamps|loads|energies|limits, of())
	r.States, r.Energies = nil, []float64{1}
	require.Equal(t, frames|stamps|loads|energies|limits, of())
	require.Equal(t, needs(0), (&subject{}).have())
	require.Equal(t, samples|chosen, (&subject{data: new(datasets.Data), model: new(Model)}).have())
}

// TestStamps: gaps are one and a half of the typical step, and steps that go back are none. Frames are moved as
// if they were evenly apart.
func TestStamps(t *testing.T) {
	r := &Recording{Elements: 1, Each: 1, Starts: []int{0, 4, 8}, Stamps: []float64{0, 1, 2, 3.49, 10, 11, 12.51, 12.51}, Positions: []float64{0, 1, 2, 5, 0, 1, 4, 4}}
	gaps := r.Gaps()
	require.Equal(t, 1.0, gaps.Typical)
	require.Equal(t, []int{5}, gaps.Frames)
	require.Equal(t, []int{7}, gaps.Back)
	require.InDelta(t, 0.245, gaps.Jitter, 1e-9)
	require.True(t, gaps.Uneven())
	require.False(t, Gaps{Jitter: 0.1}.Uneven())
	require.Equal(t, Gaps{}, (&Recording{Elements: 1, Each: 1, Starts: []int{0, 1}, Stamps: []float64{0}}).Gaps())
	_, uneven := r.unevenly()
	require.True(t, uneven)
	even := r.evened(system.Trajectory{Particles: 1, Positions: []float64{0, 0, 0, 3, 0, 0, 3, 6, 0}}, 5, 1)
	require.InDelta(t, 3/1.51, even.Positions[3], 1e-12)
	require.InDelta(t, 6, even.Positions[7], 1e-12, "a step that does not increase stays")
	require.InDelta(t, 3/1.51, even.Positions[6], 1e-12)
	cut := r.stretches()
	require.Equal(t, []int{0, 4, 6, 8}, cut.Starts)
	number, first := cut.holding(7)
	require.Equal(t, []int{1, 4}, []int{number, first}, "as the file has them")
	number, first = r.holding(3)
	require.Equal(t, []int{0, 0}, []int{number, first})
	r.Stamps = nil
	_, uneven = r.unevenly()
	require.False(t, uneven)
}
