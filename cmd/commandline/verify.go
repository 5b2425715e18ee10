package commandline

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"gmnc/deploy"
	"gmnc/internal/atomicfile"
	"gmnc/internal/plainfile"
)

type verifyCommand struct {
	File string   `arg:"" help:"Exported file."`
	Test string   `help:"Measure the errors on the test split of this data set, too, and hold them against those that the file states. None are measured by default." placeholder:"DATA.npz"`
	HTML htmlPath `name:"html" help:"Write a page about the file and its promises." placeholder:"OUT.html"`
	overwriting
}

type htmlPath string

// Validate makes another extension a wrong use of the command.
func (p htmlPath) Validate() error { return requireExtension(string(p), ".html") }

// Validate refuses what is no exported file by its name.
func (c *verifyCommand) Validate() error {
	return requireExtension(c.File, ".onnx")
}

func (c *verifyCommand) Run(t *terminal) error {
	if c.HTML != "" {
		if err := c.vacant(string(c.HTML)); err != nil {
			return err
		}
	}
	data, err := plainfile.Read(c.File)
	if err != nil {
		return fmt.Errorf("cannot read the model: %w", err)
	}
	var test *deploy.TestSet
	if c.Test != "" {
		model, err := deploy.FromFile(data)
		if err != nil {
			return fmt.Errorf("%s: %w", c.File, err)
		}
		if test, err = testSet(c.Test, model.Config().Model); err != nil {
			return err
		}
	}
	verification, err := deploy.Verify(filepath.Base(c.File), data, test)
	if err != nil {
		return err
	}
	verification.Write(t.out)
	if c.HTML != "" {
		var page bytes.Buffer
		if err := verification.WriteHTML(&page); err != nil {
			return err
		}
		if err := atomicfile.WriteBytes(string(c.HTML), page.Bytes()); err != nil {
			return err
		}
		t.printf("%s\n", strings.TrimSpace(string(c.HTML)))
	}
	return verification.Err()
}
