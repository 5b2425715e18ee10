package main

import "gmnc/deploy"

type exportCommand struct {
	Folder string `arg:"" name:"run" help:"Run folder."`
	Output string `short:"o" help:"File to write." placeholder:"MODEL.onnx" required:""`
	Opset  int    `help:"Version of the ONNX operator set, 17 to 21." default:"17"`
}

func (c *exportCommand) Run(t *terminal) error {
	verified, err := deploy.Export(c.Folder, c.Output, c.Opset)
	if err != nil {
		return err
	}
	t.printf("%s: %d bytes, opset %d\n", c.Output, verified.Size, c.Opset)
	for _, line := range verified.Lines() {
		t.printf("  %s\n", line)
	}
	return nil
}
