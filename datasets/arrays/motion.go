package arrays

import (
	"gmnc/datasets/arrays/recordings"
	"gmnc/datasets/npz"
	"gmnc/internal/fields"
)

// readGroup reads the positions of a split.
func (s *source) readGroup(split string) (err error) {
	g := &recordings.Group{Split: split}
	key := g.Key("positions")
	s.Take(key)
	var shape []int
	if g.Positions, shape, err = s.Numbers(key); err != nil {
		return err
	}
	axes := len(shape)
	if axes > 1 && axes <= 4 && shape[axes-1] == 2 {
		return s.Errorf(key, "has shape %v, expected [recordings, frames, particles, 3], or without the axis of recordings: give what moves in a plane 0 as its third coordinate", shape)
	}
	if axes < 3 || axes > 4 || shape[axes-1] != 3 || len(g.Positions) == 0 {
		return s.Errorf(key, "has shape %v, expected [recordings, frames, particles, 3], or without the axis of recordings", shape)
	}
	if s.particles == 0 {
		s.particles = shape[axes-2]
	}
	if shape[axes-2] != s.particles {
		return s.Errorf(key, "has %d particles, and other splits have %d: expected the same ones", shape[axes-2], s.particles)
	}
	if g.Starts, err = s.starts(g, shape[:axes-2]); err != nil {
		return err
	}
	if g.Shortest() <= s.o.Interval {
		return fields.Errorf("%s: %s: a recording has %d frames, too few for an {interval} of %d: expected %d or more", s.Path, key, g.Shortest(), s.o.Interval, s.o.Interval+1)
	}
	if err := s.fillMissing(g, key, g.Positions); err != nil {
		return err
	}
	g.Shape = shape
	s.groups = append(s.groups, g)
	return nil
}

// starts returns the first frame of each recording among all frames, and the end of the last.
// They follow from the shape if there is an axis of recordings, and from the array start
// otherwise.
func (s *source) starts(g *recordings.Group, shape []int) ([]int, error) {
	key := g.Key("start")
	var starts []int
	if len(shape) == 2 {
		for i := range shape[0] + 1 {
			starts = append(starts, i*shape[1])
		}
		if s.Take(key) {
			return nil, s.Errorf(key, "is there, and the recordings have an axis of their own: expected the one or the other")
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
			return nil, s.Errorf(key, "has %d at %d: expected 0 first, then the first frame of each recording, 2 or more after the one before", start, i)
		case start > int64(shape[0]):
			return nil, s.Errorf(key, "has %d at %d, and there are %d frames", start, i, shape[0])
		}
		starts = append(starts, int(start))
	}
	if len(starts) == 0 {
		return nil, s.Errorf(key, "is empty: expected the first frame of each recording")
	}
	if last := starts[len(starts)-1]; last != shape[0] {
		starts = append(starts, shape[0])
		if last == shape[0]-1 {
			return nil, s.Errorf(key, "has %d at the end, one before the number of frames: a recording has 2 frames or more", last)
		}
	}
	if len(starts) == 1 {
		return nil, s.Errorf(key, "has the end of the frames alone: expected the first frame of each recording")
	}
	return starts, nil
}
