package sim

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"

	"gmnc/system"

	"golang.org/x/sync/errgroup"
)

// Frame k of a trajectory is the state after FrameSteps k + 1 steps. A
// sample pairs two frames.
const (
	FrameSteps  = 100
	InputFrame  = 30
	TargetFrame = 40
)

// maxCount bounds a set of samples, which is held in memory.
const maxCount = 10_000_000

// Sample is what a model learns: from the input state predict the target.
// Both share charges, sticks and hinges.
type Sample struct {
	Input, Target system.State
}

// Config says which samples to generate.
type Config struct {
	System  system.Composition
	Seed    uint64
	Split   uint64 // random stream of this set, such as 0 train, 1 valid, 2 test
	Count   int    // samples
	Workers int    // trajectories at a time; 0 is one for each processor
}

// drawState draws an initial state; it is NewState, except in tests.
type drawState func(system.Composition, *rand.Rand) *system.State

func (c Config) validate() error {
	if c.Count < 0 || c.Count > maxCount {
		return fmt.Errorf("simulation of %d samples: want 0 to %d", c.Count, maxCount)
	}
	if c.Workers < 0 {
		return fmt.Errorf("simulation with %d workers: want at least 1, or 0 for one a processor", c.Workers)
	}
	for _, kind := range system.ObjectKinds() {
		if _, known := dynamics[kind]; !known && c.System.Count(kind) > 0 {
			return fmt.Errorf("simulation of (%s): no dynamics of %s is known", c.System, kind.Plural)
		}
	}
	return c.System.Validate()
}

// Generate simulates the samples of a configuration, the same bits on any
// number of workers. Its second result counts the trajectories that became
// non-finite and were drawn again. progress, unless nil, is called with the
// number of samples done after each, one call at a time. A cancelled context
// ends the work within a frame and its error is returned.
func Generate(ctx context.Context, config Config, progress func(done int)) ([]Sample, int, error) {
	if err := config.validate(); err != nil {
		return nil, 0, err
	}
	return generate(ctx, config, progress, NewState)
}

// generate draws initial states by the function it is given.
func generate(ctx context.Context, config Config, progress func(done int), draw drawState) ([]Sample, int, error) {
	workers := config.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	samples := make([]Sample, config.Count)
	var mutex sync.Mutex
	var done, redrawn int
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for index := range samples {
		if running.Err() != nil {
			break
		}
		group.Go(func() error {
			sample, attempt, err := config.simulate(running, index, draw)
			if err != nil {
				return err
			}
			samples[index] = sample
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
	return samples, redrawn, nil
}

// simulate returns the sample of one index and the attempt that gave it:
// 0, unless trajectories became non-finite.
func (c Config) simulate(ctx context.Context, index int, draw drawState) (Sample, int, error) {
	for attempt := 0; ; attempt++ {
		state := draw(c.System, stream(c.Seed, c.Split, uint64(index), uint64(attempt)))
		sample, finite, err := run(ctx, state)
		if err != nil || finite {
			return sample, attempt, err
		}
	}
}

// run simulates one trajectory; false if it became non-finite.
func run(ctx context.Context, given *system.State) (sample Sample, finite bool, err error) {
	integrator, err := NewIntegrator(given)
	if err != nil {
		return Sample{}, false, err
	}
	integrator.Step()
	for frame := 1; frame <= TargetFrame; frame++ {
		if err := ctx.Err(); err != nil {
			return Sample{}, false, err
		}
		for range FrameSteps {
			integrator.Step()
		}
		if frame == InputFrame {
			sample.Input = given.Clone()
		}
	}
	sample.Target = *given
	return sample, state{given}.finite(), nil
}

// stream is the random stream of one attempt at one trajectory. Generators
// of neighbouring seeds are alike in their lower bits, so each stage of two
// words is seeded by the output of the stage before.
func stream(seed, split, index, attempt uint64) *rand.Rand {
	pcg := rand.NewPCG(seed, split)
	pcg = rand.NewPCG(pcg.Uint64()^index, pcg.Uint64()^attempt)
	return rand.New(rand.NewPCG(pcg.Uint64(), pcg.Uint64()))
}
