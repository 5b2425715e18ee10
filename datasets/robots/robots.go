// Package robots makes data sets of simulated robots. They are rigid bodies on joints with
// axes. A file gives their masses, inertias, dampings and frictions; gravity and motors act on
// them.
package robots

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/sim/mechanism"
	"gmnc/system"
)

// Config describes the data set to make.
type Config struct {
	Robot              *mechanism.Mechanism
	Name               string // name of the robot, in words
	Train, Valid, Test int    // number of trajectories in each split; ignored if Given is set
	Seed               uint64
	Workers            int     // number of concurrent trajectories; 0 means one for each processor
	Frames             int     // number of frames of each trajectory, at least 2
	Interval           float64 // time [s] from frame to frame
	// TimeStep [s] is the time step of the integration. If it is 0, it is chosen for each
	// trajectory, so that halving it changes no frame by more than Bound of the motion.
	TimeStep float64
	// Motor is the standard deviation of the joints' torques [N m] and thrusts [N]. They are
	// drawn anew for each frame and are constant until the next.
	Motor float64
	// OfJoints holds fields of joints besides those of the robot: values of system.OfEachJoint,
	// in the order of the joints. Only Recorded accepts frictions and drives, since no motion
	// is simulated with them.
	OfJoints map[*system.Field][]float32
	Given    *Given // starts and loads to use in place of random ones
}

// Bound is the fraction of a robot's motion by which halving the time step may change its
// positions in any frame.
const Bound = 1e-4

// mostSamples is the largest number of samples of a data set, which is held in memory.
const mostSamples = 1_000_000

// Validate returns an error for a configuration that Simulate rejects before it begins.
func (c Config) Validate() error {
	counts, steps := c.counts(), c.Interval/c.TimeStep
	switch {
	case min(counts[0], counts[1], counts[2]) < 0:
		return fields.Errorf("{train} %d, {valid} %d, {test} %d: expected 0 or more trajectories", c.Train, c.Valid, c.Test)
	case counts == [3]int{}:
		return fields.Errorf("{train}, {valid} and {test} are 0: expected one trajectory or more")
	case max(counts[0], counts[1], counts[2]) > mostSamples || c.Frames < 2 || c.Count() > mostSamples/c.Frames:
		return fields.Errorf("{frames} %d of each of %d trajectories: expected 2 or more, and %d in all at most", c.Frames, c.Count(), mostSamples)
	case !(c.Interval > 0 && c.Interval <= longest):
		return fields.Errorf("{interval} %g: expected seconds, above 0 and up to %g", c.Interval, float64(longest))
	case !(c.Motor >= 0 && c.Motor <= strongest):
		return fields.Errorf("{motors} %g: expected 0 to %g", c.Motor, float64(strongest))
	case c.Workers < 0:
		return fields.Errorf("{workers} %d: expected at least 1, or 0 for one a processor", c.Workers)
	case !(c.TimeStep >= 0 && c.TimeStep <= c.Interval) || c.TimeStep > 0 && (steps > mostSteps || math.Abs(steps-math.Round(steps)) > 1e-9*steps):
		return fields.Errorf("{time_step} %g: expected one that makes up the {interval} of %g in a whole number of steps, or 0 to have it chosen", c.TimeStep, c.Interval)
	}
	return nil
}

const (
	longest   = 1e3 // s
	strongest = 1e6 // N m
	mostSteps = 1e6 // from frame to frame
)

// counts returns the number of trajectories in each split.
func (c Config) counts() [3]int {
	if c.Given != nil {
		return c.Given.counts()
	}
	return [3]int{c.Train, c.Valid, c.Test}
}

// Count returns the number of all trajectories.
func (c Config) Count() int {
	counts := c.counts()
	return counts[0] + counts[1] + counts[2]
}

// Simulate returns the data set, which has the same bits for any number of workers, and a
// report. It calls progress, unless that is nil, with the number of finished trajectories.
func Simulate(ctx context.Context, c Config, progress func(done int)) (*datasets.Data, Report, error) {
	if err := c.Validate(); err != nil {
		return nil, Report{}, err
	}
	if c.Given != nil {
		if err := c.Given.checkStarts(c.Robot); err != nil {
			return nil, Report{}, err
		}
	}
	like, err := c.template()
	if err != nil {
		return nil, Report{}, err
	}
	data := &datasets.Data{About: c.about()}
	splits := []*[]system.Sample{&data.Train, &data.Valid, &data.Test}
	report, done := Report{}, 0
	for split, count := range c.counts() {
		made, err := c.split(ctx, split, count, func() {
			if done++; progress != nil {
				progress(done)
			}
		})
		if err != nil {
			return nil, Report{}, err
		}
		for i := range made {
			*splits[split] = append(*splits[split], like.Along(c.trajectory(&made[i])))
			report.add(&made[i])
		}
	}
	report.Lengths = stretched(data)
	data.About.Source = fmt.Sprintf("%s: %s", c.Name, report)
	if c.Given == nil {
		data.About.Source += "; " + datasets.Independent
	}
	return data, report, nil
}

// split simulates the trajectories of a split.
func (c Config) split(ctx context.Context, split, count int, done func()) ([]motion, error) {
	all := make([]motion, count)
	var mutex sync.Mutex
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(cmp.Or(c.Workers, runtime.GOMAXPROCS(0)))
	for index := range all {
		group.Go(func() (err error) {
			if running.Err() != nil {
				return running.Err()
			}
			if all[index], err = c.one(split, index); err != nil {
				return fmt.Errorf("%s: trajectory %d: %w", datasets.SplitNames[split], index, err)
			}
			mutex.Lock()
			defer mutex.Unlock()
			done()
			return nil
		})
	}
	return all, cmp.Or(group.Wait(), ctx.Err())
}

// mostDraws is the number of draws after which a simulation gives up finding a trajectory that
// stays finite.
const mostDraws = 50

// one returns a trajectory, that of the first draw that stays finite.
func (c Config) one(split, index int) (motion, error) {
	for draw := range mostDraws {
		start := c.start(split, index, draw)
		m, err := c.resolved(start)
		if m.draws = draw; err != nil || m.finite() {
			return m, err
		}
		if c.Given != nil {
			return m, errors.New("leaves the finite numbers from the start that is given")
		}
	}
	return motion{}, fields.Errorf("left the finite numbers in each of %d draws: take less of {motors}, or a shorter {interval}", mostDraws)
}

// names returns the names of the particles: the name of the link, and the number of the
// particle in it, from 1.
func (c Config) names() []string {
	names := make([]string, len(c.Robot.Rest))
	for _, body := range c.Robot.Bodies {
		for i, member := range body.Members {
			names[member] = fmt.Sprintf("%s %d", body.Name, i+1)
		}
	}
	return names
}

// template returns what all samples share: the masses, bodies, joints and gravity of the robot.
func (c Config) template() (like system.Sample, err error) {
	var rest, mass []float32
	for i, x := range c.Robot.Rest {
		rest = append(rest, float32(x.X), float32(x.Y), float32(x.Z))
		mass = append(mass, float32(c.Robot.Mass[i]))
	}
	if err := like.Join(rest, c.joints()); err != nil {
		return like, err
	}
	system.Mass.Set(&like, mass)
	if system.StopInertia.Of(&like) != nil || system.StopMass.Of(&like) != nil {
		system.StopTime.Set(&like, []float32{mechanism.StopTime})
	}
	for f, values := range c.OfJoints {
		f.Set(&like, system.OfJoints(len(c.Robot.Rest), c.joints(), values))
	}
	if g := c.Robot.Gravity; g.X != 0 || g.Y != 0 || g.Z != 0 {
		system.Gravity.Set(&like, []float32{float32(g.X), float32(g.Y), float32(g.Z)})
	}
	return like, nil
}

// joints returns the joints of the robot in the form of data sets.
func (c Config) joints() (joints []system.Joint) {
	for _, body := range c.Robot.Bodies {
		j := system.Joint{
			Name: body.Name, Parent: body.Parent, Members: body.Members,
			Anchor: [3]float64{body.Anchor.X, body.Anchor.Y, body.Anchor.Z}, Damping: body.Damping, Friction: body.Friction,
			Limits: [2]float64{body.Stop.Lower, body.Stop.Upper}, Stop: body.Stop.Inertia, Rotor: body.Rotor,
		}
		switch axes := append(body.Slides, body.Turns...); len(axes) {
		case 1:
			j.Axis, j.Slides = [3]float64{axes[0].X, axes[0].Y, axes[0].Z}, len(body.Slides) > 0
		case 3:
			j.Type = system.OnBall
		default:
			j.Type = system.Floating
		}
		joints = append(joints, j)
	}
	return joints
}

// Unsaid returns notes about effects on the robot that no model learns from the data set.
func (c Config) Unsaid() (notes []string) {
	floats := func(b mechanism.Body) bool { return len(b.Slides)+len(b.Turns) > 1 }
	limited := func(b mechanism.Body) bool { return b.Stop.Lower < b.Stop.Upper }
	if slices.ContainsFunc(c.Robot.Bodies, floats) && slices.ContainsFunc(c.Robot.Bodies, limited) {
		notes = append(notes, "joints have limits and a body floats: gmn-ode refuses data with both")
	}
	return notes
}
