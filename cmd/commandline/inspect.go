package commandline

import (
	"fmt"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/diagnostics"
)

type inspectCommand struct {
	Path string `arg:"" help:"Exported file, run folder or data set."`
	IR   bool   `name:"ir" help:"Show the model's graph in its text form, too."`
}

// Validate refuses an option that would change nothing.
func (c *inspectCommand) Validate() error {
	if c.IR && hasExtension(c.Path, ".npz") {
		return fmt.Errorf("--ir needs a model, and %s is a data set", c.Path)
	}
	return nil
}

func (c *inspectCommand) Run(t *terminal) error {
	if hasExtension(c.Path, ".npz") {
		data, err := datasets.Read(c.Path)
		if err != nil {
			return err
		}
		if err := artifact.InspectData(t.out, c.Path, data); err != nil {
			return err
		}
		for _, finding := range diagnostics.Examine(data, nil) {
			t.report("finding", finding, "  %-9s %s\n", "look", finding)
		}
		return nil
	}
	model, err := artifact.Load(c.Path)
	if err != nil {
		return fmt.Errorf("%w; a data set is an .npz file", err)
	}
	return model.Inspect(t.out, c.Path, c.IR)
}
