package nbody

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/sim"
	"gmnc/system"
)

// StepBound is the greatest relative change of the motion to its last frame by halving the time
// step, in the median of systems. It is also the greatest change of a conserved energy relative
// to the kinetic energy.
const StepBound = 1e-2

const (
	mostHalved   = 30 // number of systems that are simulated
	mostHalvings = 7  // of a step, before a data set counts as chaotic
)

// Halving holds the changes by half the time step.
type Halving struct {
	Systems, Over int     // systems that were simulated, and systems that change by more than StepBound
	Median        float64 // median change relative to the motion
	Searched      bool    // whether shorter steps were tried because the median is above StepBound
}

func (h Halving) String() string {
	text := fmt.Sprintf("half the step changes motions by %.2g in the median of %d systems", h.Median, h.Systems)
	switch {
	case h.Median > StepBound && h.Searched:
		return text + ": the data set is chaotic, no step leads to these frames alone"
	case h.Median > StepBound:
		return text + fmt.Sprintf(", above %g: the data set is chaotic, or its step is long", StepBound)
	}
	if h.Over > 0 {
		text += fmt.Sprintf(", and %d of them by more than %g: these are chaotic or have close encounters", h.Over, StepBound)
	}
	return text
}

// Halve simulates systems that are spread over the data set with the time step and with half of
// it. If the step changes too much and a shorter one does not, Halve returns an error with the
// shorter one. Systems that only charges move keep the paper's step, and Halve only reports
// their changes.
func (n Config) Halve(ctx context.Context, data *datasets.Data) (Halving, error) {
	var all []*system.Sample
	for _, samples := range data.Splits() {
		for i := range *samples {
			all = append(all, &(*samples)[i])
		}
	}
	var looked []*system.Sample
	for i := range min(len(all), mostHalved) {
		looked = append(looked, all[i*len(all)/min(len(all), mostHalved)])
	}
	h, err := n.halved(ctx, looked)
	if err != nil || h.Median <= StepBound || n.Mechanics.IsZero() {
		return h, err
	}
	h.Searched = true
	finer := n
	for range mostHalvings {
		finer.TimeStep /= 2
		found, err := finer.halved(ctx, looked)
		if err != nil {
			return h, err
		}
		if found.Median <= StepBound {
			return h, fields.Errorf("half of the {time_step} %g changes the motion by %.2g in the median, above the bound of %g: take %g",
				n.TimeStep, h.Median, StepBound, finer.TimeStep)
		}
	}
	return h, nil
}

// halved returns the changes of these systems by half the time step.
func (n Config) halved(ctx context.Context, samples []*system.Sample) (Halving, error) {
	changes := make([]float64, len(samples))
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, s := range samples {
		group.Go(func() (err error) {
			if running.Err() == nil {
				changes[i], err = n.change(s)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return Halving{}, err
	}
	slices.Sort(changes)
	h := Halving{Systems: len(samples), Median: changes[len(changes)/2]}
	for _, change := range changes {
		if !(change <= StepBound) {
			h.Over++
		}
	}
	return h, ctx.Err()
}

// change returns the distance of a sample's last frames by the step and by half of it, relative
// to the displacement from the input. If energy is conserved, it returns the change of the
// energy relative to the kinetic energy if that is larger. It returns infinity if a motion is
// not finite.
func (n Config) change(s *system.Sample) (float64, error) {
	start, coarse, err := n.moved(s, n.TimeStep)
	if err != nil {
		return 0, err
	}
	_, fine, err := n.moved(s, n.TimeStep/2)
	if err != nil {
		return 0, err
	}
	var apart, displacement float64
	for i, x := range fine.Position {
		for axis := range 3 {
			off, gone := coarse.Position[i][axis]-x[axis], start.Position[i][axis]-x[axis]
			apart, displacement = apart+float64(off*off), displacement+float64(gone*gone)
		}
	}
	if displacement == 0 && apart == 0 {
		return 0, nil
	}
	change := math.Sqrt(apart / displacement)
	if n.Neutral && n.KeepsEnergy() {
		kinetic := sim.Mechanics{}.Energy(start)
		change = max(change, math.Abs(n.Mechanics.Energy(coarse)-n.Mechanics.Energy(start))/kinetic)
	}
	if math.IsNaN(change) {
		return math.Inf(1), nil
	}
	return change, nil
}

// moved returns the input of a sample, and its last frame by steps of the given time.
func (n Config) moved(s *system.Sample, step float64) (start, end system.State, err error) {
	settings := n.Settings
	settings.TimeStep = step
	start, _ = states(s)
	end, _ = states(s)
	in, err := sim.NewIntegrator(&end, settings)
	if err != nil {
		return start, end, err
	}
	time := (sim.TargetFrame - sim.InputFrame) * sim.FrameTime
	if n.Frames > 0 {
		time = float64(n.Frames-1) * sim.FrameTime
	}
	for range int(math.Round(time / step)) {
		in.Step()
	}
	return start, end, nil
}
