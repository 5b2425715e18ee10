package main

import "gmnc/deploy"

type inspectCommand struct {
	Path string `arg:"" help:"Exported file, run folder or data set."`
	IR   bool   `name:"ir" help:"Show the model's graph in its text form, too."`
}

func (c *inspectCommand) Run(t *terminal) error {
	return deploy.Inspect(t.out, c.Path, c.IR)
}
