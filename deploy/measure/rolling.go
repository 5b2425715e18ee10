package measure

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gmnc/artifact"
	"gmnc/builder/graph"
	"gmnc/predict"
	"gmnc/predict/conformal"
	"gmnc/predict/verify"
	"gmnc/runtime"
	"gmnc/system"
)

// sameAsCalls compares a file of many steps in a session with calls of one step. For a Loop, it
// takes the number of steps of the measurement.
func (p part) sameAsCalls(session runtime.Session, one predict.Predictor) (report verify.Report, err error) {
	group := mostKinds(p.Groups)
	frames, err := p.signature.Roll(session, group.Samples, p.Amount.steps)
	if err != nil {
		return report, err
	}
	if frames[0][system.Position.Name] == nil || frames[0][system.Velocity.Name] == nil {
		return report, errors.New("the file returns no positions and velocities of all steps")
	}
	var positions, velocities [][]float32
	for _, outputs := range frames {
		positions, velocities = append(positions, outputs[system.Position.Name]), append(velocities, outputs[system.Velocity.Name])
	}
	report = verify.SameAsCalls(group, positions, velocities, one)
	if frames[0][graph.PositionRadius] == nil {
		return report, nil
	}
	if p.radius == nil {
		return report, errors.New("the file returns radii; its configuration has none")
	}
	err = p.grownAsCalls(&report, group, frames, one) // this adds to the report
	return report, err
}

// everyStep returns a predictor for all steps of a file whose steps are unrolled.
func (p part) everyStep(session runtime.Session) predict.Predictor {
	one := p.predictor(session)
	if !p.unrolled() {
		return one
	}
	return everyStep{one, session, p.signature}
}

// everyStep is a predictor that returns the outputs of every step, one step after the other.
type everyStep struct {
	predict.Predictor
	session   runtime.Session
	signature artifact.Signature
}

// Outputs implements predict.Predictor.
func (e everyStep) Outputs(samples []system.Sample) (map[string][]float32, error) {
	frames, err := e.signature.Roll(e.session, samples, e.signature.Steps)
	all := map[string][]float32{}
	for _, frame := range frames {
		for name, values := range frame {
			all[name] = append(all[name], values...)
		}
	}
	return all, err
}

// radiiGrow is the promise that the radii of many steps equal those that single calls add up
// to.
const radiiGrow = "the radii of many steps that many calls of one step add up to"

// grownAsCalls measures the promise radiiGrow.
func (p part) grownAsCalls(report *verify.Report, group verify.Group, frames []map[string][]float32, one predict.Predictor) error {
	f := verify.Finding{Promise: radiiGrow, Allowed: verify.Tolerance, Where: fmt.Sprintf("%d steps of composition %s", len(frames), group.Name), Tried: []verify.Tried{{Count: len(frames), Of: verify.StepsOf(group)}}}
	rollout := predict.Rollout{Predictor: one, Samples: group.Samples, Steps: len(frames), PerFrame: p.signature.PerFrame}
	err := conformal.Roll(context.Background(), rollout, p.radius, func(frame predict.Frame, r conformal.Radii) error {
		if frame.Step == 0 {
			return nil
		}
		got := conformal.RadiiOf(frames[frame.Step-1])
		for _, of := range [][2][]float32{{r.Position, got.Position}, {r.Velocity, got.Velocity}, {r.System, got.System}} {
			if len(of[0]) != len(of[1]) {
				return fmt.Errorf("%s: step %d has %d radii, expected %d", radiiGrow, frame.Step, len(of[1]), len(of[0]))
			}
			for i, want := range of[0] {
				off := math.Abs(float64(of[1][i]) - float64(want))
				if !math.IsNaN(float64(want)) || !math.IsNaN(float64(of[1][i])) {
					f.Largest = max(f.Largest, off/max(math.Abs(float64(want)), math.SmallestNonzeroFloat32))
				}
			}
		}
		return nil
	})
	report.Add(f)
	return err
}

// mostKinds returns the group whose systems have objects of the most kinds.
func mostKinds(groups []verify.Group) verify.Group {
	kinds := func(group verify.Group) (count int) {
		for _, kind := range system.ObjectKinds() {
			count += min(1, group.Samples[0].Objects.Count(kind))
		}
		return count
	}
	return slices.MaxFunc(groups, func(a, b verify.Group) int { return kinds(a) - kinds(b) })
}
