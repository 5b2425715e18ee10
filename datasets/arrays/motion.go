package arrays

import (
	"fmt"
	"math"

	"gmnc/datasets/npz"
	"gmnc/internal/fields"
	"gmnc/system"
)

// group holds the recordings of a split, or of a file without splits, one after the other.
type group struct {
	split                 string
	starts                []int // the first frame of each recording, and the end of the last
	shape                 []int // shape of the positions
	positions, velocities []float64
	given                 []given
	samples               []system.Sample
	from, first           []int  // the recording of each sample, and its frame at which the sample begins
	jump                  string // text of where frames break off or repeat, or "" if they do not
}

// recordings returns the number of recordings, and frames the number of all their frames.
func (g *group) recordings() int { return len(g.starts) - 1 }
func (g *group) frames() int     { return g.starts[len(g.starts)-1] }

// equal returns the number of frames of every recording, or 0 if the recordings differ.
func (g *group) equal() int {
	first := g.starts[1]
	for i, start := range g.starts {
		if start != i*first {
			return 0
		}
	}
	return first
}

// shortest returns the number of frames of the shortest recording.
func (g *group) shortest() int {
	least := math.MaxInt
	for i := range g.recordings() {
		least = min(least, g.starts[i+1]-g.starts[i])
	}
	return least
}

// key returns the key of an array of the group.
func (g *group) key(name string) string { return KeyOf(g.split, name) }

// where returns a text of the recording, and of the frame in it, that a frame among all frames
// is.
func (g *group) where(frame int) string {
	recording := 0
	for g.starts[recording+1] <= frame {
		recording++
	}
	return fmt.Sprintf("recording %d, frame %d", recording, frame-g.starts[recording])
}

// readGroup reads the positions of a split.
func (s *source) readGroup(split string) (err error) {
	g := &group{split: split}
	key := g.key("positions")
	s.known[key] = true
	var shape []int
	if g.positions, shape, err = s.Numbers(key); err != nil {
		return err
	}
	axes := len(shape)
	if axes > 1 && axes <= 4 && shape[axes-1] == 2 {
		return s.errorf(key, "has shape %v, expected [recordings, frames, particles, 3], or without the axis of recordings: give what moves in a plane 0 as its third coordinate", shape)
	}
	if axes < 3 || axes > 4 || shape[axes-1] != 3 || len(g.positions) == 0 {
		return s.errorf(key, "has shape %v, expected [recordings, frames, particles, 3], or without the axis of recordings", shape)
	}
	if s.particles == 0 {
		s.particles = shape[axes-2]
	}
	if shape[axes-2] != s.particles {
		return s.errorf(key, "has %d particles, and other splits have %d: expected the same ones", shape[axes-2], s.particles)
	}
	if g.starts, err = s.starts(g, shape[:axes-2]); err != nil {
		return err
	}
	if g.shortest() <= s.o.Interval {
		return fields.Errorf("%s: %s: a recording has %d frames, too few for an {interval} of %d: expected %d or more", s.Path, key, g.shortest(), s.o.Interval, s.o.Interval+1)
	}
	if err := s.checkFinite(g, key, g.positions); err != nil {
		return err
	}
	g.shape = shape
	s.groups = append(s.groups, g)
	return nil
}

// starts returns the first frame of each recording among all frames, and the end of the last.
// They follow from the shape if there is an axis of recordings, and from the array start
// otherwise.
func (s *source) starts(g *group, shape []int) ([]int, error) {
	key := g.key("start")
	var starts []int
	if len(shape) == 2 {
		for i := range shape[0] + 1 {
			starts = append(starts, i*shape[1])
		}
		if s.Take(key) {
			return nil, s.errorf(key, "is there, and the recordings have an axis of their own: expected the one or the other")
		}
		return starts, nil
	}
	if !s.Take(key) {
		return []int{0, shape[0]}, nil
	}
	listed, err := s.Ints(key, npz.Axis{Name: "recordings", Size: -1})
	if err != nil {
		return nil, err
	}
	for i, start := range listed {
		before := int64(-2)
		if i > 0 {
			before = listed[i-1]
		}
		switch {
		case i == 0 && start != 0, start < before+2:
			return nil, s.errorf(key, "has %d at %d: expected 0 first, then the first frame of each recording, 2 or more after the one before", start, i)
		case start > int64(shape[0]):
			return nil, s.errorf(key, "has %d at %d, and there are %d frames", start, i, shape[0])
		}
		starts = append(starts, int(start))
	}
	if len(starts) == 0 {
		return nil, s.errorf(key, "is empty: expected the first frame of each recording")
	}
	if last := starts[len(starts)-1]; last != shape[0] {
		starts = append(starts, shape[0])
		if last == shape[0]-1 {
			return nil, s.errorf(key, "has %d at the end, one before the number of frames: a recording has 2 frames or more", last)
		}
	}
	if len(starts) == 1 {
		return nil, s.errorf(key, "has the end of the frames alone: expected the first frame of each recording")
	}
	return starts, nil
}

// checkFinite reports a number that is not a finite float32, among vectors with three numbers
// for each particle.
func (s *source) checkFinite(g *group, key string, vectors []float64) error {
	for i, value := range vectors {
		if !(math.Abs(value) <= math.MaxFloat32) {
			frame, at := i/(3*s.particles), i%(3*s.particles)
			return s.errorf(key, ": %s, particle %d, axis %c: %v is not a finite float32", g.where(frame), at/3, "xyz"[at%3], value)
		}
	}
	return nil
}
