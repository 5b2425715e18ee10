package commandline

import (
	"runtime"

	"gmnc/run"
	"gmnc/runtime/engines"
)

type doctorCommand struct{}

// machineReport and engineReport are the JSON objects of the command.
type (
	machineReport struct {
		Version      string `json:"gmnc"`
		Go           string `json:"go"`
		System       string `json:"system"`
		Architecture string `json:"architecture"`
		Processors   int    `json:"processors"`
	}
	engineReport struct {
		Name      string `json:"name"`
		Available bool   `json:"available"`
		About     string `json:"about"`
		Can       string `json:"can"`
	}
)

func (c *doctorCommand) Run(t *terminal) error {
	machine := machineReport{run.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU()}
	t.report("machine", machine, "gmnc %s, %s, %s/%s, %d processors\n", machine.Version, machine.Go, machine.System, machine.Architecture, machine.Processors)
	for _, engine := range engines.All() {
		t.report("engine", engineReport{engine.Name, engine.Available() == nil, engine.About(), engine.Can()},
			"  %-11s  %s (%s)\n", engine.Name, engine.About(), engine.Can())
	}
	return nil
}
