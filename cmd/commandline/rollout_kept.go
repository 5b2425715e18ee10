package commandline

import (
	"fmt"
	"strings"

	"gmnc/predict"
	"gmnc/report/pictures"
	"gmnc/system"
)

// kept is what stays in memory of a rollout, which may be long: all frames only to be
// written, and the frames of a sample to be drawn.
type kept struct {
	written []predict.Frame
	drawn   []predict.Frame // of the sample alone
	drifts  []predict.Drift
	last    predict.Frame
	others  []pictures.Other
	lost    []string // systems that no model takes any more, with their steps
}

// keep keeps what the command needs of a frame.
func (c *rolloutCommand) keep(k *kept, samples []system.Sample, frame predict.Frame, drift predict.Drift) {
	if c.Output != "" {
		k.written = append(k.written, frame)
	}
	if c.Pictures != "" || c.XYZ != "" || c.GLB != "" {
		k.drawn, k.drifts = append(k.drawn, frame.Of(samples, c.Sample)), append(k.drifts, drift)
	}
	k.last = frame
	for _, sample := range frame.Lost {
		k.lost = append(k.lost, fmt.Sprintf("sample %d in step %d", sample, frame.Step))
	}
}

// states are the systems as they are in a frame.
func states(samples []system.Sample, frame predict.Frame) (all []system.Sample) {
	at := 0
	for _, s := range samples {
		end := at + len(s.Position)
		s.Position, s.Velocity = frame.Position[at:end], frame.Velocity[at:end]
		at, all = end, append(all, s)
	}
	return all
}

// lostSystems names the first of the systems that were lost.
func (k *kept) lostSystems() error {
	const named = 5
	if len(k.lost) == 0 {
		return nil
	}
	names := strings.Join(k.lost[:min(named, len(k.lost))], ", ")
	if len(k.lost) > named {
		names += ", ..."
	}
	return fmt.Errorf("%d systems ran away, to numbers that are not finite or with a body in one point: %s; the others went on", len(k.lost), names)
}
