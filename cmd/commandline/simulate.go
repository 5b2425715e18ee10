package commandline

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/internal/numeral"
	"gmnc/sim"
)

type simulateCommand struct {
	System     systemFlag     `help:"Parts of each system: isolated particles, sticks and hinges as P,S,H, or a list such as \"2 particles, 1 stick, 1 chain(4), 1 star(4), 1 tree(8), 1 body(4)\", with the number of particles in brackets. tree(8) is binary; tree(-1,0,0,1) has these parents; chain(4)+body(3) ends in a body of three, one of which is the last of the chain. box(0.5,0.4,0.3) is a body of the corners of a box with these halves of edges; robot(arm.json) is the robot of a file that gmnc prepare urdf writes." default:"3,2,1"`
	Train      int            `help:"Samples to train on." default:"500"`
	Valid      int            `help:"Samples to choose the weights by." default:"2000"`
	Test       int            `help:"Samples to test on." default:"2000"`
	Frames     int            `help:"Frames of every trajectory to write, 0.1 time units apart, the input first and the target second; 0 writes no trajectories, and the target is 1 time unit after the input. Of robots 0 is 61, --interval apart." placeholder:"N" default:"0"`
	Seed       uint64         `help:"Seed of all random draws." default:"43"`
	Integrator integratorFlag `help:"${integrators}. The paper's by default, where it can move all objects." placeholder:"NAME"`
	TimeStep   float64        `help:"Length of an integration step. For robots it is chosen by default so that half of it gives the same motion." default:"0.001"`
	ForceLimit float64        `help:"Limit to which each component of the force on a particle is clamped; outside the paper's systems it limits the force between two particles. inf sets no limit." default:"100"`
	Gravity    *vectorFlag    `help:"Acceleration of all particles, three numbers. None by default, and 0,0,-9.81 with --robot." placeholder:"X,Y,Z"`
	Mass       *rangeFlag     `help:"Least and largest mass of particles, drawn alike between the two. All are 1 by default." placeholder:"LEAST,LARGEST"`
	Damping    float64        `help:"Force against the motion of a particle, over its speed." default:"0"`
	Hang       bool           `help:"Pin the first particle of each chain, star and tree, so that it hangs."`
	Neutral    bool           `help:"Particles have no charges."`
	Spring     []springFlag   `help:"Tie two particles of every system, by their numbers from 0, with a spring of this stiffness and length; it needs --neutral. Repeat it for more; none by default." placeholder:"I,J,STIFFNESS,LENGTH" sep:"none"`
	planeFlags
	Robot string `help:"Simulate a robot, a URDF file, in place of --system: rigid links with the masses and inertias of the file on joints about its axes, with their dampings and frictions, in m, kg and s. It stands on its first link, unless the file has a floating joint. None by default." placeholder:"FILE.urdf"`
	robotFlags
	Workers int     `help:"Trajectories simulated at a time; 0 is one for each processor. The result does not depend on it." default:"0"`
	Output  npzPath `short:"o" help:"Data set to write." placeholder:"DATA.npz" required:""`
	overwriting
}

// systemFlag is the description of a system.
type systemFlag string

// Validate returns an error for a wrong description, so that it counts as wrong use of the
// command. A wrong description in a file does not.
func (f systemFlag) Validate() error {
	_, _, err := sim.ParseSystem(string(f))
	if file := (*sim.RobotError)(nil); errors.As(err, &file) {
		return nil // a failure of the command
	}
	return err
}

// vectorFlag is three numbers separated by commas.
type vectorFlag [3]float64

// UnmarshalText parses the numbers.
func (f *vectorFlag) UnmarshalText(text []byte) error {
	return parseNumbers(f[:], text, "three, such as 0,0,-9.81")
}

// rangeFlag is the least and the largest of a quantity, separated by a comma.
type rangeFlag [2]float64

// UnmarshalText parses the numbers.
func (f *rangeFlag) UnmarshalText(text []byte) error {
	return parseNumbers(f[:], text, "two, the least and the largest, such as 0.5,2")
}

// parseNumbers parses as many numbers as there is room for. expected describes them.
func parseNumbers(into []float64, text []byte, expected string) error {
	parts := strings.Split(string(text), ",")
	if len(parts) != len(into) {
		return fmt.Errorf("has %d numbers: expected %s", len(parts), expected)
	}
	for i, part := range parts {
		value, ok := numeral.Text.Parse(part)
		if !ok {
			return fmt.Errorf("has %.40q: expected a number", part)
		}
		into[i] = value
	}
	return nil
}

// springFlag is a spring: two particles, its stiffness and its length.
type springFlag sim.Spring

// UnmarshalText parses the numbers.
func (f *springFlag) UnmarshalText(text []byte) error {
	parts := strings.Split(string(text), ",")
	if len(parts) != 4 {
		return fmt.Errorf("has %d parts: expected two particles, a stiffness and a length, such as 0,1,10,1", len(parts))
	}
	first, firstErr := strconv.Atoi(parts[0])
	second, secondErr := strconv.Atoi(parts[1])
	stiffness, isStiffness := numeral.Text.Parse(parts[2])
	length, isLength := numeral.Text.Parse(parts[3])
	for i, ok := range []bool{firstErr == nil, secondErr == nil, isStiffness, isLength} {
		if !ok {
			return fmt.Errorf("has %.40q: expected a number", parts[i])
		}
	}
	*f = springFlag{First: first, Second: second, Stiffness: stiffness, Length: length}
	return nil
}

// integratorFlag is the name of an integrator, or "" for the default.
type integratorFlag string

// Validate returns an error for a wrong name, so that it counts as wrong use of the command.
func (f integratorFlag) Validate() error {
	_, err := sim.MethodNamed(string(f))
	return err
}

// integrators returns the names and descriptions of all integrators, for the help.
func integrators() string {
	var texts []string
	for _, method := range sim.Methods() {
		texts = append(texts, method.Name+": "+method.Doc)
	}
	return strings.Join(texts, "; ")
}

// AfterApply refuses zeros that would stand for the default, and values that cannot be
// simulated. A wrong file of a robot counts as a failure of the command, which Run reports.
func (c *simulateCommand) AfterApply(parsed *kong.Context) error {
	if c.Robot != "" {
		return c.applyRobot(parsed)
	}
	if err := c.planeFlags.check(parsed); err != nil {
		return err
	}
	if err := needs(parsed, "--robot FILE.urdf", "floating", "limits", "hold", "pose", "interval", "motors", "given"); err != nil {
		return err
	}
	switch {
	case c.TimeStep == 0:
		return errors.New("--time-step 0: expected a number above 0")
	case c.ForceLimit == 0:
		return errors.New("--force-limit 0: expected a number above 0")
	case c.Mass != nil && *c.Mass == rangeFlag{}:
		return errors.New("--mass 0,0: expected numbers above 0")
	}
	job, err := c.job()
	if err != nil {
		return nil
	}
	return job.Validate()
}

// job returns the description of the data set to make. The flags are valid, but the file of a
// robot may cause an error.
func (c *simulateCommand) job() (nbody.Config, error) {
	composition, shapes, err := sim.ParseSystem(string(c.System))
	method, _ := sim.MethodNamed(string(c.Integrator))
	mechanics := sim.Mechanics{Damping: c.Damping, Hang: c.Hang, Neutral: c.Neutral}
	for _, spring := range c.Spring {
		mechanics.Springs = append(mechanics.Springs, sim.Spring(spring))
	}
	c.planeFlags.give(&mechanics)
	if c.Gravity != nil {
		mechanics.Gravity = *c.Gravity
	}
	if c.Mass != nil {
		mechanics.LeastMass, mechanics.MostMass = c.Mass[0], c.Mass[1]
	}
	return nbody.Config{
		System: composition, Shapes: shapes, Train: c.Train, Valid: c.Valid, Test: c.Test, Frames: c.Frames,
		Seed: c.Seed, Workers: c.Workers, Settings: sim.Settings{Method: method, TimeStep: c.TimeStep, ForceLimit: c.ForceLimit, Mechanics: mechanics},
	}, err
}

func (c *simulateCommand) Run(ctx context.Context, t *terminal) error {
	if c.Robot != "" {
		return c.runRobot(ctx, t)
	}
	job, err := c.job()
	if err == nil && t.ranks.Rank() == 0 {
		err = c.vacant(string(c.Output))
	}
	if err := t.ranks.Agree(err); err != nil {
		return err
	}
	progress := t.progress()
	what := fmt.Sprintf("%d trajectories", job.Count())
	data, redrawn, err := nbody.SimulateOn(ctx, t.ranks, job, func(done int) {
		progress.show(float64(done*t.ranks.Size())/float64(job.Count()), item{"simulating " + what, what})
	})
	progress.clear()
	if err != nil {
		return stopped(err, "nothing was written")
	}
	if t.ranks.Rank() > 0 {
		return nil
	}
	halving, err := job.Halve(ctx, data)
	if err != nil {
		return stopped(err, "nothing was written")
	}
	drift := fmt.Sprintf("drift from inputs to the last frames: %s; %s", nbody.MeasureDrift(job.Mechanics, data), halving)
	data.About.Source = fmt.Sprintf("(%s), %s; %s", sim.Describe(job.System, job.Shapes), datasets.Independent, drift)
	if err := datasets.Write(string(c.Output), data); err != nil {
		return err
	}
	text := fmt.Sprintf("%s: %d training, %d validation, %d test samples of (%s)\n%s\n", c.Output, c.Train, c.Valid, c.Test, sim.Describe(job.System, job.Shapes), drift)
	if redrawn > 0 {
		text += fmt.Sprintf("%d trajectories became non-finite and were drawn again\n", redrawn)
	}
	t.report("data", newDataReport(c.Output, data, redrawn), "%s", text)
	return nil
}
