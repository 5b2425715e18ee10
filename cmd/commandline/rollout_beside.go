package commandline

import (
	"context"
	"fmt"
	"path/filepath"

	"gmnc/datasets"
	"gmnc/predict"
	"gmnc/report/pictures"
	"gmnc/system"
)

// others rolls out the models that are drawn beside the command's own.
func (c *rolloutCommand) others(ctx context.Context, t *terminal, data *datasets.Data, samples []system.Sample, straight float64, potential predict.Potential) (all []pictures.Other, err error) {
	for _, path := range c.Beside {
		other, err := c.other(ctx, t, path, data, samples, straight, potential)
		if err != nil {
			return nil, fmt.Errorf("--beside %s: %w", path, err)
		}
		all = append(all, other)
	}
	return all, nil
}

// other rolls out one of them.
func (c *rolloutCommand) other(ctx context.Context, t *terminal, path string, data *datasets.Data, samples []system.Sample, straight float64, potential predict.Potential) (pictures.Other, error) {
	_, rollout, _, err := c.open(ctx, t, path, data, samples, straight)
	if err != nil {
		return pictures.Other{}, err
	}
	defer rollout.Predictor.Close()
	o := pictures.Other{Name: filepath.Base(path)}
	bar := t.progress()
	defer bar.clear()
	for frame, err := range rollout.Frames(ctx) {
		if err != nil {
			return o, fmt.Errorf("step %d: %w", frame.Step, err)
		}
		o.Drifts = append(o.Drifts, predict.Measure(samples, frame, straight, potential))
		o.Frames = append(o.Frames, frame.Of(samples, c.Sample))
		bar.show(float64(frame.Step)/float64(c.Steps), item{o.Name, o.Name})
	}
	return o, nil
}
