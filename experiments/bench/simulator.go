package bench

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/vector"
	"gmnc/sim"
	"gmnc/system"
)

// SimulatorSize says on what the simulator is measured.
type SimulatorSize struct {
	Systems int   // the number of systems for the error
	Steps   []int // numbers of steps from input to target
	// Law is the model whose prediction is compared with the simulator.
	Law config.Config
}

// Simulated is the cost of one method to get from input to target.
type Simulated struct {
	What  string `json:"what"`
	Steps int    `json:"steps"`
	// Error is the mean squared error of positions, averaged over systems, or nil for a model,
	// as none is trained here.
	Error *float64 `json:"error,omitempty"`
	Spread
}

// MeasureSimulator measures the cost of the known law between input and target of the paper's
// main system, on one core. It compares the simulator's time and error with few steps with the
// time of a prediction. The error is relative to the data of gmnc simulate, for which the
// paper's integration takes a thousand steps.
func MeasureSimulator(ctx context.Context, options Options, progress func(done, all int)) (*Report, error) {
	b, err := newBench(options)
	if err != nil {
		return nil, err
	}
	size := options.Simulator
	truth, _, err := sim.Generate(ctx, sim.Config{System: tables, Seed: 43, Split: 2, Count: size.Systems}, nil)
	if err != nil {
		return nil, err
	}
	methods := []*sim.Method{sim.SemiImplicitEuler, sim.RungeKutta}
	report, all := &Report{Machine: ThisMachine()}, len(methods)*len(size.Steps)+1
	add := func(s Simulated, prepare prepare) error {
		report.Peak.measure(report.Machine.Cores)
		if s.Spread, err = options.Repeat.prepared(ctx, 1, prepare); err != nil {
			return fmt.Errorf("%s: %w", s.What, err)
		}
		report.Simulator = append(report.Simulator, s)
		if progress != nil {
			progress(len(report.Simulator), all)
		}
		return nil
	}
	for _, method := range methods {
		for _, steps := range size.Steps {
			wrong, err := errorOfSteps(truth, method, steps)
			if err != nil {
				return nil, err
			}
			simulated := Simulated{What: "simulator, " + method.Name, Steps: steps, Error: &wrong}
			if err := add(simulated, advancing(truth[0], method, steps)); err != nil {
				return nil, err
			}
		}
	}
	model, err := builder.New(size.Law, false)
	if err != nil {
		return nil, err
	}
	predicted := Simulated{What: fmt.Sprintf("prediction, %s", size.Law.Model), Steps: size.Law.Layers}
	return report, add(predicted, b.runOn(model, draw(tables, 1)))
}

// interval is the time between input and target.
const interval = (sim.TargetFrame - sim.InputFrame) * sim.FrameTime

// advanced returns a state after the interval.
func advanced(given system.State, method *sim.Method, steps int) (*system.State, error) {
	state := given.Clone()
	return &state, simulate(&state, sim.Settings{Method: method, TimeStep: interval / float64(steps)}, steps)
}

// simulate advances a state by a number of steps.
func simulate(state *system.State, settings sim.Settings, steps int) error {
	integrator, err := sim.NewIntegrator(state, settings)
	if err != nil {
		return err
	}
	for range steps {
		integrator.Step()
	}
	return nil
}

// errorOfSteps returns the mean squared error of positions against the targets. It is an error
// if a step is too long for a system.
func errorOfSteps(truth []sim.Sample, method *sim.Method, steps int) (float64, error) {
	sum := 0.
	for _, sample := range truth {
		state, err := advanced(sample.Input, method, steps)
		if err != nil {
			return 0, err
		}
		for i, position := range state.Position {
			off := vector.Plus(position, -1, sample.Target.Position[i])
			sum += vector.Dot(off, off) / float64(len(state.Position)*len(off))
		}
	}
	if math.IsNaN(sum) {
		return 0, fmt.Errorf("%d steps of %s: a step is too long, a system left the finite numbers", steps, method.Name)
	}
	return sum / float64(len(truth)), nil
}

// advancing simulates one system from input to target in each call.
func advancing(sample sim.Sample, method *sim.Method, steps int) prepare {
	return func() (ready, error) {
		return ready{func() error {
			_, err := advanced(sample.Input, method, steps)
			return err
		}, closesNothing}, nil
	}
}

// writeSimulator writes the table of the simulator.
func (r *Report) writeSimulator(w io.Writer) {
	rows := []namedRow{{"one system, to the target", "steps\tRMSE\tbusy\tmedian\tmin\tmax\t"}}
	for _, s := range r.Simulator {
		rows = append(rows, namedRow{s.What, fmt.Sprintf("%d\t%s\t%s\t", s.Steps, s.root(), s.times())})
	}
	writeRows(w, rows)
	fmt.Fprintf(w, "\nRMSE: root mean squared error of positions against the data, which the paper's integration gives in %.0f steps\n",
		interval/sim.TimeStep)
}

// squared returns the mean squared error, or "" for a model.
func (s Simulated) squared() string { return s.error(func(squared float64) float64 { return squared }) }

// root returns the root mean squared error, or "" for a model.
func (s Simulated) root() string { return s.error(math.Sqrt) }

func (s Simulated) error(of func(squared float64) float64) string {
	if s.Error == nil {
		return ""
	}
	return strconv.FormatFloat(of(*s.Error), 'g', 3, 64)
}
