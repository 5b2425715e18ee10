package main

import "gmnc/deploy"

type modelsCommand struct{}

func (c *modelsCommand) Run(t *terminal) error { return deploy.DescribeModels(t.out) }
