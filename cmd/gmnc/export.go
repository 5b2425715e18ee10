package main

import (
	"fmt"

	"gmnc/datasets"
	"gmnc/deploy"
)

type exportCommand struct {
	Folder   string   `arg:"" name:"run" help:"Run folder."`
	Output   onnxPath `short:"o" help:"File to write." placeholder:"MODEL.onnx" required:""`
	Topology string   `help:"Write the sticks, hinges, neighbours and features of this data set into the file, which then serves its kind of system only and takes positions, velocities and charges alone. They are inputs by default." placeholder:"DATA.npz"`
	Opset    int      `help:"Version of the ONNX operator set, 17 to 21." default:"17"`
}

// Validate refuses what means nothing, before anything is done.
func (c *exportCommand) Validate() error {
	if c.Opset < 1 {
		return fmt.Errorf("--opset %d is impossible: expected 17 to 21", c.Opset)
	}
	return nil
}

func (c *exportCommand) Run(t *terminal) error {
	verified, err := c.export()
	if err != nil {
		return err
	}
	t.printf("%s: %d bytes, opset %d\n", c.Output, verified.Size, c.Opset)
	for _, line := range verified.Lines() {
		t.printf("  %s\n", line)
	}
	return nil
}

func (c *exportCommand) export() (*deploy.Verified, error) {
	if c.Topology == "" {
		return deploy.Export(c.Folder, string(c.Output), c.Opset)
	}
	data, err := datasets.Read(c.Topology)
	if err != nil {
		return nil, err
	}
	return deploy.ExportBaked(c.Folder, string(c.Output), c.Opset, data)
}
