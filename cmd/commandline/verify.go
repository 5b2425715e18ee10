package commandline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"

	"gmnc/artifact"
	"gmnc/deploy"
	"gmnc/internal/atomicfile"
	"gmnc/internal/plainfile"
	"gmnc/internal/within"
)

type verifyCommand struct {
	File string   `arg:"" help:"Exported file."`
	Test string   `help:"Measure the errors on the test split of this data set, too, and hold them against those that the file states. None are measured by default." placeholder:"DATA.npz"`
	Seed uint64   `help:"Seed of the systems that are drawn like the training's, as a verification before printed it; by default another each time." placeholder:"SEED"`
	HTML htmlPath `name:"html" help:"Write a page about the file and its promises." placeholder:"OUT.html"`
	overwriting
	timeout `set:"timeout=10m"`
}

type htmlPath string

// Validate returns an error for another extension, so that it counts as wrong use of the
// command.
func (p htmlPath) Validate() error { return requireExtension(string(p), ".html") }

// Validate refuses a file whose name is not that of an exported file.
func (c *verifyCommand) Validate() error {
	switch info, err := os.Stat(c.File); {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder, expected an .onnx file: gmnc export writes one from a run folder", c.File)
	case c.File != "" && !hasExtension(c.File, ".onnx"):
		return fmt.Errorf("%s does not end in .onnx: expected a file of gmnc export", c.File)
	}
	return nil
}

func (c *verifyCommand) Run(ctx context.Context, t *terminal) error {
	if err := c.vacant(string(c.HTML)); err != nil {
		return err
	}
	data, err := plainfile.Read(c.File)
	if err != nil {
		return fmt.Errorf("cannot read the model: %w", err)
	}
	var test *deploy.TestSet
	if c.Test != "" {
		model, err := artifact.FromFile(data)
		if err != nil {
			return fmt.Errorf("%s: %w", c.File, err)
		}
		if test, err = testSet(c.Test, model); err != nil {
			return err
		}
	}
	seed := c.Seed
	if seed == 0 {
		seed = rand.Uint64()
	}
	ctx, cancel := c.limit(ctx)
	defer cancel()
	verification, err := deploy.Read(c.File, data, test, seed)
	if err != nil {
		return err
	}
	found := verification.Found()
	if len(verification.Broken) > 0 {
		t.notice("%s: %s", c.File, found)
	}
	if _, err := within.Context(ctx, func() (struct{}, error) { return struct{}{}, verification.Measure(ctx) }); err != nil {
		return endedEarly(err, c.File, found)
	}
	c.print(t, verification)
	if c.HTML != "" {
		var page bytes.Buffer
		if err := verification.WriteHTML(&page); err != nil {
			return err
		}
		if err := atomicfile.WriteBytes(string(c.HTML), page.Bytes()); err != nil {
			return err
		}
		t.report("file", fileReport{string(c.HTML)}, "%s\n", c.HTML)
	}
	return verification.Err()
}

// endedEarly adds to the error of a verification that was stopped, or that took too long, what was
// found of the file until then. It returns other errors as they are.
func endedEarly(err error, file, found string) error {
	if late := tooLong(0); errors.As(err, &late) {
		return fmt.Errorf("%s was not measured to the end (%w); found before: %s", file, err, found)
	}
	return stopped(err, fmt.Sprintf("%s was not measured to the end; found before: %s", file, found))
}

// verificationReport is the JSON object of the command.
type verificationReport struct {
	Path     string              `json:"path"`
	Model    string              `json:"model"`
	Holds    bool                `json:"holds"`
	Runtimes []artifact.Measured `json:"runtimes"`
	Missing  []string            `json:"missing"`
	Broken   []string            `json:"broken"`
	// These are the errors on the test set. They are null without one.
	TestError           number `json:"test_mse"`
	TestConstraintError number `json:"test_constraint_error"`
}

// print prints which of the file's promises hold, with --quiet without what was measured of them.
func (c *verifyCommand) print(t *terminal, v *deploy.Verification) {
	if t.json == nil {
		write := v.Write
		if t.quiet {
			write = v.WriteResult
		}
		write(t.out)
		return
	}
	test := &artifact.TestErrors{Position: math.NaN(), Constraint: math.NaN()}
	if v.Test != nil {
		test = v.Test
	}
	t.json.write("verification", verificationReport{
		Path: c.File, Model: v.Model.Config().Model.Model, Holds: v.Err() == nil, Runtimes: append([]artifact.Measured{}, v.Runtimes...), Missing: append([]string{}, v.Missing...), Broken: append([]string{}, v.Broken...),
		TestError: number(test.Position), TestConstraintError: number(test.Constraint),
	})
}
