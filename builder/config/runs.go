package config

import (
	"fmt"

	"gmnc/internal/fields"
)

// mostRuns keeps a mistyped number from causing a huge allocation.
const mostRuns = 16

// RunParam returns the name of a weight of one of several runs. Runs count from 1.
func RunParam(run int, param string) string { return RunScope(run) + "/" + param }

// RunScope returns the scope of the weights of one of several runs. Runs count from 1.
func RunScope(run int) string { return fmt.Sprintf("run%d", run) }

// validateRuns reports a number of runs that is too large or negative.
func (c Config) validateRuns() error {
	switch d := Describe(c.Model); {
	case c.Runs != 0 && (c.Runs < 2 || c.Runs > mostRuns):
		return fmt.Errorf("%d runs side by side: a model has 2 to %d of them, or is one by itself", c.Runs, mostRuns)
	case c.Runs != 0 && d.Fitted:
		return fields.Errorf("{model} %s has no runs side by side: it was fitted in closed form, and has no seeds", c.Model)
	}
	return nil
}
