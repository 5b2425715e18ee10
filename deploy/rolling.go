package deploy

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/onnx"
	"gmnc/predict"
	"gmnc/predict/conformal"
	"gmnc/predict/verify"
	"gmnc/runtime"
	"gmnc/system"
)

// sameAsCalls measures a file of many steps against calls of one; nil for another
// file. one is the file's predictor, and steps is how many of a Loop are taken.
func sameAsCalls(engine runtime.Engine, file []byte, group verify.Group, one predict.Predictor, steps int) (*verify.Report, error) {
	outputs, err := artifact.Declared(file, onnx.GraphOutput)
	if err != nil || !artifact.Rolls(outputs) {
		return nil, err
	}
	frames, err := artifact.RollFile(engine, file, group.Samples, steps)
	if err != nil {
		return nil, err
	}
	var positions, velocities [][]float32
	for _, outputs := range frames {
		positions, velocities = append(positions, outputs["position"]), append(velocities, outputs["velocity"])
	}
	report := verify.SameAsCalls(group, positions, velocities, one)
	if frames[0][builder.PositionRadius] == nil {
		return &report, nil
	}
	decoded, err := artifact.FromFile(file)
	if err != nil {
		return nil, err
	}
	return &report, grownAsCalls(&report, group, frames, decoded.Config().Model, one)
}

// radiiGrow is the promise that the radii of many steps are what single calls add up to.
const radiiGrow = "radii of many steps what many calls add up to"

// grownAsCalls measures that.
func grownAsCalls(report *verify.Report, group verify.Group, frames []map[string][]float32, config builder.Config, one predict.Predictor) error {
	f := verify.Finding{Promise: radiiGrow, Allowed: verify.Tolerance, Where: fmt.Sprintf("%d steps of composition %s", len(frames), group.Name)}
	rollout := predict.Rollout{Predictor: one, Samples: group.Samples, Steps: len(frames), PerFrame: config.PerFrame}
	err := conformal.Roll(context.Background(), rollout, config.Radius, func(frame predict.Frame, r conformal.Radii) error {
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

// mostKinds is the group whose systems have objects of the most kinds.
func mostKinds(groups []verify.Group) verify.Group {
	kinds := func(group verify.Group) (count int) {
		for _, kind := range system.ObjectKinds() {
			count += min(1, group.Samples[0].Objects.Count(kind))
		}
		return count
	}
	return slices.MaxFunc(groups, func(a, b verify.Group) int { return kinds(a) - kinds(b) })
}
