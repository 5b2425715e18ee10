package shooting

import (
	"slices"

	"gmnc/internal/articulated"
	"gmnc/train/shooting/stretches"
)

// track is the last predicted motion of a stretch's joints. Derivatives there need not compute
// it again.
type track struct {
	at, offset []float64 // the parameters, and the offset of the first state
	stations   []station
	since      int // number of steps after the last station
}

// station is a state on a track: the first one, one in the middle of each frame, and the last
// one of each.
type station struct {
	articulated.State
	load  *articulated.ChainLoad // the load that led here; nil in the first
	steps int                    // number of steps from the previous station
	done  bool                   // whether the state is one of a frame
}

// newTrack returns a track of a stretch, without states.
func newTrack(s *stretches.Stretch, at, offset []float64) *track {
	return &track{at: slices.Clone(at), offset: slices.Clone(offset), stations: make([]station, 0, 2*s.Frames())}
}

// pass adds the state after a step if it is a station. steps is the number of steps in a frame.
func (t *track) pass(load *articulated.ChainLoad, position, rate []float64, done bool, steps int) {
	if t.since++; !done && 2*t.since < steps {
		return
	}
	state := articulated.State{Position: slices.Clone(position), Rate: slices.Clone(rate)}
	t.stations = append(t.stations, station{state, load, t.since, done})
	t.since = 0
}

// track returns the track of a stretch at the current parameters and state. It is that of the
// last prediction, if it was made there.
func (f *fit) track(i int) *track {
	s := &f.stretches[i]
	if f.tracks != nil && slices.Equal(f.tracks[i].at, f.at) && slices.Equal(f.tracks[i].offset, s.Offset) {
		return f.tracks[i]
	}
	own := newTrack(s, f.at, s.Offset)
	f.moveBodies(f.at, s, s.Offset, f.Bodies.Steps, func(load *articulated.ChainLoad, position, rate []float64, done bool) bool {
		own.pass(load, position, rate, done, f.Bodies.Steps)
		return f.ctx.Err() == nil
	})
	return own
}
