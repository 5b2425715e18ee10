package reproduce

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gmnc/builder"
	"gmnc/datasets/npz"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// throughFrames is a row that trains through as many frames throughout.
func throughFrames() Row {
	row := Row{Name: "24 frames", Known: "bodies, plane, gravity", Model: builder.DefaultConfig(), Training: run.PaperOptions()}
	row.Model.Model, row.Model.Forces, row.Model.Integrator = "gmn-ode", builder.NoForces, builder.RungeKutta4
	row.Model.Layers, row.Model.Hidden = 4, 32
	o := &row.Training
	o.Epochs, o.ValidEvery, o.Batch, o.LearningRate, o.Schedule, o.Loss = 7, 7, 64, 5e-3, run.Cosine, run.Huber
	o.Clip, o.Unroll, o.Velocity, o.KeepLast, o.Scale = 1, 24, 0.02, true, run.AutoScale
	return row
}

// The rows of the table.
const (
	moreFrames = "24, 48, then 64 frames"
	damped     = "friction and retardation, through 24 frames"
)

// contact are the rows of the table: the preset of gmnc train, through more and more frames,
// and constants of contact in the place of its network.
func contact() []Row {
	longer, constants := throughFrames(), throughFrames()
	longer.Name, longer.Model.Layers = moreFrames, 6
	o := &longer.Training
	o.Epochs, o.ValidEvery, o.Batch, o.Curriculum, o.Unroll = 6, 1, 32, []int{24, 48}, 64

	constants.Name, constants.Model.Layers = damped, 8
	constants.Model.Learn = []builder.Constant{{Name: builder.LearnedRetardation}, {Name: builder.LearnedFriction}}
	o = &constants.Training
	o.Epochs, o.ValidEvery, o.Batch, o.LearningRate = 2, 1, 16, 8e-2
	return []Row{longer, constants}
}

// onContact are the columns: what is measured of the rollouts of recordings.
func onContact() []Column {
	var columns []Column
	add := func(system string, size, repeat int, measure recorded, rows ...string) {
		columns = append(columns, Column{System: fmt.Sprintf("%s, %s", system, measure), TrainSize: size, Repeat: repeat, Rows: rows, Rollout: &rollout{Recorded: measure},
			Data: corpus.DataSet{Kind: corpus.Contact, System: system, Train: 300, Valid: 100, Test: 100}})
	}
	of := func(system string, size, repeat int, rows []string, measures ...recorded) {
		for _, measure := range measures {
			add(system, size, repeat, measure, rows...)
		}
	}
	longer := []string{moreFrames}
	of(corpus.Tosses, 262, 1, longer, wholeMean, wholeMedian, "frame 20", lastFrame, deepestPoint)
	of(corpus.Tosses, 52, 3, longer, wholeMean, wholeMedian)
	of(corpus.Drop, 10, 1, []string{damped}, "frame 30", "frame 60", restingSpeed)
	return columns
}

// recorded is what is measured of rollouts beside recordings of any length, from their
// first frames. An error is the root of the mean of squared distances of the particles.
type recorded string

const (
	wholeMean    recorded = "whole"            // mean over recordings of the mean error over frames
	wholeMedian  recorded = "whole, median"    // median over recordings of that
	lastFrame    recorded = "last"             // mean error in the last frame
	deepestPoint recorded = "depth"            // how far a particle is behind the plane at most
	restingSpeed recorded = "speed of resting" // of particles in the last ten frames, of bodies that rest there
)

const (
	atRest       = 1e-2 // speed up to which a body rests, in the unit of velocities
	restingIn    = 10   // last frames in which it does
	framePattern = "frame %d"
)

// truth is positions and velocities of test recordings, one after the other.
type truth struct {
	starts                []int // the first frame of each, and the end of the last
	positions, velocities []float32
}

// readTruth reads the test recordings of a file: [frames, particles, 3] with where each
// starts, or [recordings, frames, particles, 3].
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

// checkStarts reports recordings that do not follow each other through all frames.
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

// at are the particles of a recording in a frame, out of values.
func (t truth) at(values []float32, recording, frame, particles int) []float32 {
	return values[3*particles*(t.starts[recording]+frame):][:3*particles]
}

func (t truth) frames(recording int) int { return t.starts[recording+1] - t.starts[recording] }

// overRecordings is the measure of rollouts of the recordings in the file, whose first frames
// the samples are.
func overRecordings(ctx context.Context, m recorded, predictor predict.Predictor, samples []system.Sample, path string) (float64, error) {
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
				case deepestPoint:
					extreme = max(extreme, depth(&samples[i], x))
				case restingSpeed:
					extreme = max(extreme, t.resting(i, frame.Step, &samples[i], v))
				}
			}
			at = end
		}
	}
	return ofRecordings(m, all, extreme)
}

// ofRecordings is the measure of the errors of recordings in their frames and of an extreme value.
func ofRecordings(m recorded, all [][]float64, extreme float64) (float64, error) {
	if m == deepestPoint || m == restingSpeed {
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
	if m == wholeMedian {
		slices.Sort(each)
		return stat.Quantile(0.5, stat.Empirical, each, nil), nil
	}
	return stat.Mean(each, nil), nil
}

// ofRecording is the error of a recording, of its errors in all frames.
func ofRecording(m recorded, frames []float64) (float64, error) {
	switch m {
	case wholeMean, wholeMedian:
		return stat.Mean(frames, nil), nil
	case lastFrame:
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

// depth is how far particles are behind the first plane of their system at most.
func depth(s *system.Sample, x []float32) (deepest float64) {
	plane := system.Planes.Of(s)
	for i := 0; i < len(x); i += 3 {
		deepest = max(deepest, -float64(system.Gap(plane, x[i:i+3])))
	}
	return deepest
}

// resting is the largest speed of particles in one of the last frames, of bodies that
// rest there in truth.
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

// speed is the largest of particles.
func speed(v []float32, particles []int) (fastest float64) {
	for _, i := range particles {
		fastest = max(fastest, math.Sqrt(distances(v[3*i:3*i+3], make([]float32, 3))))
	}
	return fastest
}
