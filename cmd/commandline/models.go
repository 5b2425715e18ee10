package commandline

import "gmnc/deploy"

type modelsCommand struct{}

func (c *modelsCommand) Run(t *terminal) error {
	if err := deploy.DescribeModels(t.out); err != nil {
		return err
	}
	t.printf("One is trained by gmnc train --model NAME.\n")
	return nil
}
