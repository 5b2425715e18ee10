package commandline

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/internal/units"
	"gmnc/predict"
	"gmnc/predict/conformal"
	"gmnc/report/pictures"
	"gmnc/system"
)

// kept holds the parts of a rollout that stay in memory. A rollout may be long, so all frames
// are kept only if they are to be written, and those of a sample only if they are drawn.
type kept struct {
	written []predict.Frame
	drawn   []predict.Frame // of the sample that is drawn
	drifts  []predict.Drift
	last    predict.Frame
	others  []pictures.Other
	radii   [][]float32 // of positions, one slice for each step; nil if the model has none
	lost    []string    // systems that no model can continue, with their steps
	known   int         // the last step at which true positions are known
}

// keep keeps the parts of a frame that the command needs.
func (c *rolloutCommand) keep(k *kept, samples []system.Sample, frame predict.Frame, drift predict.Drift) {
	if c.Output != "" {
		k.written = append(k.written, frame)
	}
	if c.Pictures != "" || c.XYZ != "" || c.GLB != "" {
		k.drawn, k.drifts = append(k.drawn, frame.Of(samples, c.Sample)), append(k.drifts, drift)
	}
	k.last = frame
	if !math.IsNaN(drift.StraightRoot.Median) {
		k.known = frame.Step
	}
	for _, sample := range frame.Lost {
		k.lost = append(k.lost, fmt.Sprintf("sample %d in step %d", sample, frame.Step))
	}
}

// states returns the systems in the state of a frame.
func states(samples []system.Sample, frame predict.Frame) (all []system.Sample) {
	at := 0
	for _, s := range samples {
		end := at + len(s.Position)
		s.Position, s.Velocity = frame.Position[at:end], frame.Velocity[at:end]
		at, all = end, append(all, s)
	}
	return all
}

// lostSystems returns an error that names the first of the systems that were lost, or nil if
// none was.
func (k *kept) lostSystems() error {
	const named = 5
	if len(k.lost) == 0 {
		return nil
	}
	names := strings.Join(k.lost[:min(named, len(k.lost))], ", ")
	if len(k.lost) > named {
		names += ", ..."
	}
	return fmt.Errorf("%d systems ran away, to numbers that are not finite, a body in one point or too many lengths of a cell: %s; the others went on", len(k.lost), names)
}

// keepRadii keeps the radii of positions after a step. They are 0 before the first step, and
// NaN after more steps than they were calibrated for.
func (k *kept) keepRadii(frame predict.Frame, r conformal.Radii, of *config.Radius) {
	switch particles := len(frame.Position) / 3; {
	case of == nil:
	case frame.Step == 0:
		k.radii = append(k.radii, make([]float32, particles))
	case frame.Step > max(1, len(of.Steps)):
		k.radii = append(k.radii, slices.Repeat([]float32{float32(math.NaN())}, particles))
	default:
		k.radii = append(k.radii, r.Position)
	}
}

// noteTruth says at which step the truth ends if that is before the last step, so that a table
// has no errors there.
func (k *kept) noteTruth(t *terminal, data string, steps int) {
	if k.known < steps {
		t.notice("note: %s has true states up to step %d, so later steps have no errors: for more, make the data set with --frames %d (gmnc simulate, gmnc prepare arrays or joints)", data, k.known, steps+1)
	}
}

// radiusReport is the JSON object of the radii of positions after a step.
type radiusReport struct {
	Level  float64 `json:"probability"`
	Step   int     `json:"step"`
	Median number  `json:"median"`
	Unit   string  `json:"length_unit,omitempty"`
}

// printRadii prints the median radius after the last step for which radii are calibrated.
func (k *kept) printRadii(t *terminal, of *config.Radius, unit string) {
	if of == nil {
		return
	}
	step, calibrated := len(k.radii)-1, max(1, len(of.Steps))
	last := slices.Sorted(slices.Values(k.radii[min(step, calibrated)]))
	report := radiusReport{Level: of.Level, Step: min(step, calibrated), Median: number(last[len(last)/2]), Unit: unit}
	t.report("radius", report, "radius of %g %% in step %d: median %.3g%s\n", 100*report.Level, report.Step, report.Median, units.Behind(unit))
	if step > calibrated {
		t.notice("note: the radius is calibrated up to step %d, and later ones are written as NaN: gmnc export --radius with --rollout=%d calibrates them", calibrated, step)
	}
}
