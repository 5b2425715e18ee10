package sim

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"

	"gmnc/internal/fields"
	"gmnc/system"

	"golang.org/x/sync/errgroup"
)

// Frame k of a trajectory is the state at the time k FrameTime. With the paper's integrator it
// is the state one step later, as published. A sample pairs two frames.
const (
	FrameTime   = 0.1
	InputFrame  = 30
	TargetFrame = 40
)

// MaxCount is the largest number of samples, and of frames of a sample, which are held in
// memory.
const MaxCount = 10_000_000

// Sample is what a model learns: to predict the target from the input. Both share charges,
// masses and objects.
type Sample struct {
	Input, Target system.State
}

// Config says which samples to generate.
type Config struct {
	System  system.Composition
	Shapes  []Shape // trees and rigid bodies beside them
	Seed    uint64
	Split   uint64 // random stream of this set, such as 0 train, 1 valid, 2 test
	First   int    // number of the first sample, in a part of a larger set
	Count   int    // samples
	Workers int    // trajectories at a time; 0 is one for each processor
	Settings
}

// drawState draws an initial state. It is newState, except in tests.
type drawState func(Config, *rand.Rand) *system.State

// Particles returns the number of particles of a system.
func (c Config) Particles() int {
	n := c.System.N()
	for _, shape := range c.Shapes {
		n += shape.Size
	}
	return n
}

// Validate reports what Generate refuses before it begins.
func (c Config) Validate() error {
	if c.Count < 0 || c.Count > MaxCount {
		return fmt.Errorf("simulation of %d samples: expected 0 to %d", c.Count, MaxCount)
	}
	if c.Workers < 0 {
		return fields.Errorf("{workers} %d: expected at least 1, or 0 for one a processor", c.Workers)
	}
	settings := c.Settings.of(&system.State{})
	return cmp.Or(settings.validate(), settings.validateFrames(), validateSystem(c.System, c.Shapes), c.validateMechanics())
}

// ValidateFrames reports a number of frames that Trajectories would refuse.
func (c Config) ValidateFrames(frames int) error {
	if frames < 2 || frames > MaxCount/max(1, c.Count) {
		return fields.Errorf("{frames} %d of each of %d trajectories: expected 2 or more, and %d in all at most", frames, c.Count, MaxCount)
	}
	return nil
}

// Generate simulates the samples of a configuration. The bits of the result do not depend on
// the number of workers. The second result is how many trajectories became non-finite and were
// drawn again. progress, unless nil, is called after each sample with the number of samples
// done, one call at a time. If ctx ends, the work ends within a frame and its error is
// returned.
func Generate(ctx context.Context, config Config, progress func(done int)) ([]Sample, int, error) {
	return generate(ctx, config, progress, newState)
}

// generate is Generate with a function that draws initial states.
func generate(ctx context.Context, config Config, progress func(done int), draw drawState) ([]Sample, int, error) {
	all, redrawn, err := simulate(ctx, config, []int{config.inputFrame(), config.inputFrame() + TargetFrame - InputFrame}, progress, draw)
	if err != nil {
		return nil, 0, err
	}
	samples := make([]Sample, len(all))
	for i, frames := range all {
		samples[i] = Sample{frames[0], frames[1]}
	}
	return samples, redrawn, nil
}

// Trajectories simulates as Generate does. It returns the given number of frames of each
// trajectory, FrameTime apart, beginning with the input of Generate's sample.
func Trajectories(ctx context.Context, config Config, frames int, progress func(done int)) ([][]system.State, int, error) {
	if err := config.ValidateFrames(frames); err != nil {
		return nil, 0, err
	}
	numbers := make([]int, frames)
	for i := range numbers {
		numbers[i] = config.inputFrame() + i
	}
	return simulate(ctx, config, numbers, progress, newState)
}

// simulate returns the frames with these ascending numbers of every trajectory.
func simulate(ctx context.Context, config Config, frames []int, progress func(done int), draw drawState) ([][]system.State, int, error) {
	if err := config.Validate(); err != nil {
		return nil, 0, err
	}
	workers := config.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	all := make([][]system.State, config.Count)
	var mutex sync.Mutex
	var done, redrawn int
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for index := range all {
		if running.Err() != nil {
			break
		}
		group.Go(func() error {
			states, attempt, err := config.trajectory(running, config.First+index, frames, draw)
			if err != nil {
				return err
			}
			all[index] = states
			mutex.Lock()
			defer mutex.Unlock()
			done++
			redrawn += attempt
			if progress != nil {
				progress(done)
			}
			return nil
		})
	}
	if err := cmp.Or(group.Wait(), ctx.Err()); err != nil {
		return nil, 0, err
	}
	return all, redrawn, nil
}

// inputFrame is the frame of inputs. Among planes it is the first, before falling bodies come
// to rest.
func (c Config) inputFrame() int {
	if len(c.Planes) > 0 {
		return 0
	}
	return InputFrame
}

// mostAttempts ends a simulation whose trajectories never stay finite, for example because the
// step is far too long.
const mostAttempts = 50

// trajectory returns the frames of the trajectory with an index, and the attempt that produced
// them, which is 0 unless a trajectory became non-finite.
func (c Config) trajectory(ctx context.Context, index int, frames []int, draw drawState) ([]system.State, int, error) {
	for attempt := range mostAttempts {
		given := draw(c, stream(c.Seed, c.Split, uint64(index), uint64(attempt)))
		if err := (state{given}).crowded(c.Planes); err != nil {
			return nil, 0, err
		}
		states, err := run(ctx, given, c.Settings, frames)
		if err != nil || (state{given}).finite() {
			return states, attempt, err
		}
	}
	return nil, 0, fields.Errorf("trajectory %d left the finite numbers in each of %d draws: take a shorter {time_step}, or larger lengths and masses", index, mostAttempts)
}

// run simulates one trajectory and returns the frames with these ascending numbers. It leaves
// the given state as it is in the last of them.
func run(ctx context.Context, given *system.State, settings Settings, frames []int) (states []system.State, err error) {
	integrator, err := NewIntegrator(given, settings)
	if err != nil {
		return nil, err
	}
	settings = settings.of(given)
	advance(integrator, settings.Method.lead)
	for frame := 0; ; frame++ {
		if frame == frames[len(states)] {
			states = append(states, given.Clone())
		}
		if err := ctx.Err(); err != nil || len(states) == len(frames) {
			return states, err
		}
		advance(integrator, settings.frameSteps())
	}
}

func advance(in Integrator, steps int) {
	for range steps {
		in.Step()
	}
}

// stream returns the random stream of one attempt at one trajectory. Generators with
// neighboring seeds are similar in their lower bits, so each stage of two words is seeded with
// the output of the stage before.
func stream(seed, split, index, attempt uint64) *rand.Rand {
	pcg := rand.NewPCG(seed, split)
	pcg = rand.NewPCG(pcg.Uint64()^index, pcg.Uint64()^attempt)
	return rand.New(rand.NewPCG(pcg.Uint64(), pcg.Uint64()))
}
