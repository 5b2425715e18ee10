package commandline

import (
	"context"
	"fmt"
	"path/filepath"

	"gmnc/report/pictures"
)

// others rolls out the models of --beside, which are drawn next to the command's own.
func (c *rolloutCommand) others(ctx context.Context, t *terminal, from beginning) (all []pictures.Other, err error) {
	for _, path := range c.Compared {
		other, err := c.other(ctx, t, path, from)
		if err != nil {
			return nil, fmt.Errorf("--beside %s: %w", path, err)
		}
		all = append(all, other)
	}
	return all, nil
}

// other rolls out one of these models.
func (c *rolloutCommand) other(ctx context.Context, t *terminal, path string, from beginning) (pictures.Other, error) {
	rollout, err := c.open(ctx, t, path, from)
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
		o.Drifts = append(o.Drifts, from.measure(frame))
		o.Frames = append(o.Frames, frame.Of(from.samples, c.Sample))
		bar.show(float64(frame.Step)/float64(c.Steps), item{o.Name, o.Name})
	}
	return o, nil
}
