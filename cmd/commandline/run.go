package commandline

import (
	"strings"

	"gmnc/run"
)

// runCommand holds the commands that change the files of a run.
type runCommand struct {
	Seal sealCommand `cmd:"" help:"Take a run as it is after you changed its configuration or its weights on purpose." example:"gmnc run seal run"`
}

// sealCommand binds the weights of a run to its present configuration.
type sealCommand struct {
	Folder string `arg:"" name:"run" help:"Run folder. All commands refuse one whose files were changed after they were written; errors that were stated of it before are left out."`
}

// sealReport says what differed from the run as it was.
type sealReport struct {
	Path     string   `json:"path"`
	Differed []string `json:"differed"`
}

func (c *sealCommand) Run(t *terminal) error {
	differed, err := run.Seal(run.Folder(c.Folder))
	if err != nil {
		return err
	}
	text := "sealed; nothing had been changed"
	if len(differed) > 0 {
		text = "sealed as it is, without stated errors; " + strings.Join(differed, ", ")
	}
	t.report("sealed", sealReport{c.Folder, append([]string{}, differed...)}, "%s: %s\n", c.Folder, text)
	return nil
}
