package commandline

import (
	"fmt"

	"github.com/alecthomas/kong"

	"gmnc/report/pictures"
)

type plotCommand struct {
	Model    string   `arg:"" help:"Run folder, exported file, or predictions of gmnc predict -o."`
	Data     string   `arg:"" optional:"" help:"Data set that is predicted; without it, only a run's learning curve is drawn."`
	Split    string   `help:"Split of the data set: ${enum}." enum:"train,valid,test" default:"test"`
	Sample   int      `help:"Sample of the split to draw in space, from 0." default:"0"`
	Up       string   `help:"Axis that points up in the picture: ${enum}. auto takes the axis that the data name, or the one against their gravity. With none, a sample is seen from where it spreads most, and a flat one from the front." enum:"auto,none,x,y,z" default:"auto"`
	Compared []string `name:"beside" help:"Another run, exported file or set of predictions for the same data, drawn next to the model on the same scale. Repeat the flag for more. None by default." placeholder:"MODEL" sep:"none"`
	Output   string   `short:"o" type:"folder" help:"Folder for the pictures, each as .png and .svg." default:"pictures"`
	unitsFlag
	overwriting
}

// Validate refuses a sample that no data set has, before anything is done.
func (c *plotCommand) Validate() error { return checkSample(c.Sample) }

// checkSample refuses a negative number of a sample.
func checkSample(number int) error {
	if number < 0 {
		return fmt.Errorf("--sample %d is impossible: samples are counted from 0", number)
	}
	return nil
}

// AfterApply refuses options that would have no effect, and a model and data in the wrong
// order.
func (c *plotCommand) AfterApply(parsed *kong.Context) error {
	if c.Data == "" {
		return needs(parsed, dataToPredict, "split", "sample", "up", "beside", "units")
	}
	return inOrder("plot", c.Model, c.Data)
}

func (c *plotCommand) Run(t *terminal) error {
	files, err := pictures.Draw(pictures.Job{
		Model: c.Model, Data: c.Data, Split: c.Split, Sample: c.Sample, Beside: c.Compared, Up: c.Up, Folder: c.Output, Replace: c.Force,
		Domain: func(s *pictures.Subject) (err error) {
			s.Conversion, err = c.inDomain(t, s.Model, c.Data, s.Data, s.Samples)
			return err
		},
	})
	for _, file := range files {
		t.report("file", fileReport{file}, "%s\n", file)
	}
	return err
}

// fileReport is the JSON object of a file that was written.
type fileReport struct {
	Path string `json:"path"`
}
