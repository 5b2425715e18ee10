package shooting

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/articulated"
	"gmnc/internal/vector"
	"gmnc/system"
	"gmnc/train/shooting/stretches"
)

// TestTrack: of the steps of a frame, a track keeps the last one, and the one in the middle.
func TestTrack(t *testing.T) {
	for steps, want := range map[int][]int{1: {1, 1}, 2: {1, 1, 1}, 3: {1, 2, 1}, 4: {1, 2, 2}, 5: {1, 3, 2}} {
		own := track{}
		own.pass(nil, []float64{0}, []float64{0}, true, steps)
		for step := 1; step <= steps; step++ {
			own.pass(nil, []float64{float64(step)}, []float64{0}, step == steps, steps)
		}
		var led []int
		for _, s := range own.stations {
			led = append(led, s.steps)
		}
		require.Equal(t, want, led, "%d steps a frame", steps)
		require.Equal(t, float64(steps), own.stations[len(own.stations)-1].Position[0])
		require.True(t, own.stations[len(own.stations)-1].done)
	}
}

// TestFrameLoads: where loads at joints alone change from frame to frame, bodies weighed once and driven are what
// bodies weighed in each frame are; where another field changes, they are weighed in each.
func TestFrameLoads(t *testing.T) {
	sample := carts(t, cartTruth, 1, 3, 0, false)[0]
	values := make([]float32, 3*8)
	for i := range values {
		values[i] = float32(i)
	}
	for field, driven := range map[*system.Field]bool{system.Thrust: true, system.Torque: true, system.Mass: false} {
		sample.Trajectory.Given = system.Given{{Field: field, Values: values}}
		p := cartProblem([]system.Sample{sample})
		f := p.begin(2, 1, true)
		f.ctx = t.Context()
		require.Equal(t, driven, f.stretches[0].DrivenAlone(), "%s", field.Name)
		weighed := 0
		p.Bodies.Loads = func(at []float64, s *system.Sample) articulated.ChainLoads {
			weighed++
			return cartLoads(at, s)
		}
		each := f.frameLoads(cartTruth, &f.stretches[0])
		want := []*articulated.ChainLoad{each(0), each(1)}
		require.Equal(t, 2, weighed, "without Drive")
		p.Bodies.Drive = func(s *system.Sample) []float64 { return vector.Widened(system.Thrust.Of(s)) }
		loads := f.frameLoads(cartTruth, &f.stretches[0])
		for frame := range want {
			require.Equal(t, want[frame], loads(frame), "%s, frame %d", field.Name, frame)
		}
		require.Equal(t, map[bool]int{true: 3, false: 4}[driven], weighed, "%s", field.Name)
	}
	require.False(t, (&stretches.Stretch{}).DrivenAlone(), "without a trajectory")
}

// TestTracksServe: derivatives along the track of a prediction are those along steps made anew, and a track of
// other parameters or another state does not serve.
func TestTracksServe(t *testing.T) {
	p := cartProblem(carts(t, cartTruth, 1, 7, 1e-3, false))
	f := p.begin(6, 1, true)
	f.ctx, f.at = t.Context(), cartTruth
	var err error
	f.now, err = f.roll(f.at, f.offset)
	require.NoError(t, err)
	of := f.tracks[0]
	require.Same(t, of, f.track(0))
	along := f.bodyColumns(0, f.loadSlopes()[0])
	f.tracks = nil
	require.Equal(t, along, f.bodyColumns(0, f.loadSlopes()[0]))
	f.tracks = []*track{of}
	f.at = moved(cartTruth, 0, 1e-3)
	require.NotSame(t, of, f.track(0), "other parameters")
	f.at, f.stretches[0].Offset = cartTruth, moved(f.stretches[0].Offset, 0, 1e-3)
	require.NotSame(t, of, f.track(0), "another state")
	_, err = f.rollBodies(f.at, f.offset, 2*cartSteps, nil)
	require.NoError(t, err)
	require.Same(t, of, f.tracks[0], "of finer steps there are none")
}

// TestLoadSlopes: the stretches of a recording share the derivatives of their loads where loads at joints alone
// change, and each has its own otherwise.
func TestLoadSlopes(t *testing.T) {
	p := cartProblem(carts(t, cartTruth, 2, 6, 0, false))
	weighed := 0
	p.Bodies.Loads = func(at []float64, s *system.Sample) articulated.ChainLoads {
		weighed++
		return cartLoads(at, s)
	}
	p.Bodies.Drive = func(s *system.Sample) []float64 { return vector.Widened(system.Thrust.Of(s)) }
	for field, stretchesAlone := range map[*system.Field]int{system.Thrust: 2, system.Mass: 4} {
		for i := range p.Samples {
			p.Samples[i].Trajectory.Given = system.Given{{Field: field, Values: make([]float32, 6*8)}}
		}
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // weighed counts
		f := p.begin(2, 9, true)
		require.Len(t, f.stretches, 4)
		weighed = 0
		all := f.loadSlopes()
		require.Equal(t, stretchesAlone*(1+len(f.at)), weighed, "%s", field.Name)
		for i := range all {
			require.Equal(t, f.slopesOf(&f.stretches[i]), all[i], "%s, stretch %d", field.Name, i)
		}
	}
	p.Bodies.Drive = nil
	weighed = 0
	p.begin(2, 9, true).loadSlopes()
	require.Equal(t, 4*(1+len(p.Parameters)), weighed, "without Drive")
}
