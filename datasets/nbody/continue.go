package nbody

import (
	"context"
	"math"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"gmnc/sim"
	"gmnc/system"
)

// Continue sets the targets of samples of particles, sticks and hinges. A target is the state
// to which the paper's simulation takes the input in a time unit. If the simulation does not
// remain finite, as for particles at one position, the target follows from constant velocity.
// straight is the number of these samples.
func Continue(ctx context.Context, samples []system.Sample) (straight int, err error) {
	var lines atomic.Int64
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range samples {
		group.Go(func() error {
			if running.Err() != nil {
				return running.Err()
			}
			end, err := after(&samples[i])
			if err != nil {
				return err
			}
			if !finite(end) {
				lines.Add(1)
				end = onStraightLine(&samples[i])
			}
			samples[i].TargetPosition, samples[i].TargetVelocity = flatten(end.Position), flatten(end.Velocity)
			return nil
		})
	}
	err = group.Wait()
	return int(lines.Load()), err
}

// after returns the state of a sample a time unit after its input.
func after(s *system.Sample) (*system.State, error) {
	state := stateOf(s)
	in, err := sim.NewIntegrator(state, sim.Settings{})
	if err != nil {
		return nil, err
	}
	for range int(math.Round((sim.TargetFrame - sim.InputFrame) * sim.FrameTime / sim.TimeStep)) {
		in.Step()
	}
	return state, nil
}

// stateOf returns the sample's input as a state.
func stateOf(s *system.Sample) *system.State {
	state := &system.State{Objects: s.Objects}
	for i := range s.Particles() {
		x, v := s.Position[3*i:3*i+3], s.Velocity[3*i:3*i+3]
		state.Position = append(state.Position, [3]float64{float64(x[0]), float64(x[1]), float64(x[2])})
		state.Velocity = append(state.Velocity, [3]float64{float64(v[0]), float64(v[1]), float64(v[2])})
		state.Charge = append(state.Charge, float64(s.Charge[i]))
	}
	return state
}

// onStraightLine returns the state of a sample a time unit after its input at constant
// velocity, without forces and bars.
func onStraightLine(s *system.Sample) *system.State {
	state := stateOf(s)
	for i, v := range state.Velocity {
		for axis := range 3 {
			state.Position[i][axis] += v[axis]
		}
	}
	return state
}

func finite(s *system.State) bool {
	sum := 0.0
	for i, x := range s.Position {
		v := s.Velocity[i]
		for axis := range 3 {
			sum += math.Abs(x[axis]) + math.Abs(v[axis])
		}
	}
	return sum < math.MaxFloat32
}
