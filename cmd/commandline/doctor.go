package commandline

import (
	"runtime"

	"gmnc/deploy"
	"gmnc/runtime/engines"
)

type doctorCommand struct{}

func (c *doctorCommand) Run(t *terminal) error {
	t.printf("gmnc %s, %s, %s/%s, %d processors\n", deploy.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	for _, engine := range engines.All {
		t.printf("  %-11s  %s (%s)\n", engine.Name, engine.About(), engine.Can())
	}
	return nil
}
