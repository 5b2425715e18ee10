package reproduce

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gmnc/datasets/npz"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/predict"
	"gmnc/system"
)

const (
	atRest       = 1e-2 // the speed below which a body is at rest, in the unit of velocities
	restingIn    = 10   // the number of last frames in which it must be at rest
	framePattern = "frame %d"
)

// truth holds the positions and velocities of test recordings, one recording after the other.
type truth struct {
	starts                []int // the first frame of each, and the end of the last
	positions, velocities []float32
}

// readTruth reads the test recordings of a file. They are [frames, particles, 3] with the first
// frame of each, or [recordings, frames, particles, 3].
func readTruth(path string) (t truth, err error) {
	err = npz.Open(path, func(a *npz.Archive) error {
		shape, err := a.Shape("test_positions")
		if err != nil {
			return err
		}
		var axes []npz.Axis
		for _, size := range shape {
			axes = append(axes, npz.Axis{Size: size})
		}
		if t.positions, _, err = a.Floats("test_positions", axes...); err != nil {
			return err
		}
		if t.velocities, _, err = a.Floats("test_velocities", axes...); err != nil {
			return err
		}
		if !a.Has("test_start") {
			for recording := range shape[0] + 1 {
				t.starts = append(t.starts, recording*shape[1])
			}
			return nil
		}
		starts, err := a.Ints("test_start", npz.Axis{Size: -1})
		for _, start := range starts {
			t.starts = append(t.starts, int(start))
		}
		return errors.Join(err, checkStarts(t.starts, shape[0]))
	})
	return t, err
}

// checkStarts returns an error unless recordings follow each other through all frames.
func checkStarts(starts []int, frames int) error {
	if len(starts) < 2 || starts[0] != 0 || starts[len(starts)-1] != frames {
		return fmt.Errorf("test_start: expected the first frame of each recording from 0 on, and the end of the last, %d", frames)
	}
	for i, start := range starts[1:] {
		if start <= starts[i] {
			return fmt.Errorf("test_start: recording %d starts at frame %d and ends at %d", i, starts[i], start)
		}
	}
	return nil
}

// at returns the values of a recording's particles in a frame.
func (t truth) at(values []float32, recording, frame, particles int) []float32 {
	return values[3*particles*(t.starts[recording]+frame):][:3*particles]
}

func (t truth) frames(recording int) int { return t.starts[recording+1] - t.starts[recording] }

// overRecordings returns the measure of rollouts against the recordings in a file. samples are
// the first frames of these recordings.
func overRecordings(ctx context.Context, m protocol.Recorded, predictor predict.Predictor, samples []system.Sample, path string) (float64, error) {
	t, err := readTruth(path)
	if err != nil {
		return 0, err
	}
	if len(samples) != len(t.starts)-1 {
		return 0, fmt.Errorf("%s has %d test recordings, and %d samples were made of them: expected one of each", path, len(t.starts)-1, len(samples))
	}
	longest := 0
	for i := range samples {
		longest = max(longest, t.frames(i))
	}
	all, extreme := make([][]float64, len(samples)), 0.
	rolled := predict.Rollout{Predictor: predictor, Samples: samples, Steps: longest - 1}
	for frame, err := range rolled.Frames(ctx) {
		if err != nil {
			return 0, err
		}
		for i, at := 0, 0; i < len(samples); i++ {
			n, end := samples[i].Particles(), at+len(samples[i].Position)
			if frame.Step < t.frames(i) {
				x, v := frame.Position[at:end], frame.Velocity[at:end]
				all[i] = append(all[i], math.Sqrt(distances(t.at(t.positions, i, frame.Step, n), x)/float64(n)))
				switch m {
				case protocol.DeepestPoint:
					extreme = max(extreme, depth(&samples[i], x))
				case protocol.RestingSpeed:
					extreme = max(extreme, t.resting(i, frame.Step, &samples[i], v))
				}
			}
			at = end
		}
	}
	return ofRecordings(m, all, extreme)
}

// ofRecordings returns the measure, given the errors of recordings in their frames and the
// extreme value.
func ofRecordings(m protocol.Recorded, all [][]float64, extreme float64) (float64, error) {
	if m == protocol.DeepestPoint || m == protocol.RestingSpeed {
		return extreme, nil
	}
	var each []float64
	for i, own := range all {
		one, err := ofRecording(m, own)
		if err != nil {
			return 0, fmt.Errorf("test recording %d: %w", i, err)
		}
		each = append(each, one)
	}
	if m == protocol.WholeMedian {
		slices.Sort(each)
		return stat.Quantile(0.5, stat.Empirical, each, nil), nil
	}
	return stat.Mean(each, nil), nil
}

// ofRecording returns the error of a recording, given its errors in all frames.
func ofRecording(m protocol.Recorded, frames []float64) (float64, error) {
	switch m {
	case protocol.WholeMean, protocol.WholeMedian:
		return stat.Mean(frames, nil), nil
	case protocol.LastFrame:
		return frames[len(frames)-1], nil
	}
	var frame int
	if _, err := fmt.Sscanf(string(m), framePattern, &frame); err != nil || frame < 0 {
		return 0, fmt.Errorf("no measure is called %q", m)
	}
	if frame >= len(frames) {
		return 0, fmt.Errorf("it has %d frames, and none %d to measure", len(frames), frame)
	}
	return frames[frame], nil
}

// depth returns the largest distance of a particle behind the first plane of its system.
func depth(s *system.Sample, x []float32) (deepest float64) {
	plane := system.Planes.Of(s)
	for i := 0; i < len(x); i += 3 {
		deepest = max(deepest, -float64(system.Gap(plane, x[i:i+3])))
	}
	return deepest
}

// resting returns the largest speed of particles in one of the last frames, for bodies that are
// at rest there in truth.
func (t truth) resting(recording, frame int, s *system.Sample, v []float32) (fastest float64) {
	end := t.frames(recording)
	if frame < end-restingIn {
		return 0
	}
	for _, members := range s.Objects.Of(system.Body) {
		rests := true
		for late := max(0, end-restingIn); late < end; late++ {
			rests = rests && speed(t.at(t.velocities, recording, late, s.Particles()), members) < atRest
		}
		if rests {
			fastest = max(fastest, speed(v, members))
		}
	}
	return fastest
}

// speed returns the largest speed of some particles.
func speed(v []float32, particles []int) (fastest float64) {
	for _, i := range particles {
		fastest = max(fastest, math.Sqrt(distances(v[3*i:3*i+3], make([]float32, 3))))
	}
	return fastest
}
