package commandline

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"

	"gmnc/internal/fields"
	"gmnc/report/pictures"
	"gmnc/run"
)

type compareCommand struct {
	Runs   []string    `arg:"" help:"Run folders, or folders of runs, such as a sweep's."`
	Data   string      `help:"Data set of the runs, for the constant-velocity baseline x + vT in the picture. By default the picture has no baseline." placeholder:"DATA.npz"`
	Output picturePath `short:"o" help:"Also draw the validation errors of all over their epochs: .png or .svg." placeholder:"OUT.png"`
	overwriting
}

// Validate refuses --data without -o, where it would have no effect.
func (c *compareCommand) Validate() error {
	if c.Data != "" && c.Output == "" {
		return errors.New("--data is for the picture: name its file with -o")
	}
	return nil
}

// comparedReport is the JSON object of one of the runs.
type comparedReport struct {
	Path       string `json:"path"`
	Model      string `json:"model"`
	Weights    int    `json:"weights"`
	Epochs     int    `json:"epochs"`
	Valid      number `json:"valid_mse"` // the lowest, in position units squared
	ValidEpoch int    `json:"valid_epoch"`
	Seconds    number `json:"seconds"` // of training
	Data       string `json:"data_sha256"`
}

func (c *compareCommand) Run(t *terminal) error {
	if err := c.vacant(string(c.Output)); err != nil {
		return err
	}
	var runs []pictures.Compared
	var reports []comparedReport
	folders, err := c.folders()
	if err != nil {
		return err
	}
	for _, folder := range folders {
		compared, err := pictures.ReadCompared(folder)
		if err != nil && len(folders) > 1 && run.Started(run.Folder(folder)) && !run.HasWeights(run.Folder(folder)) {
			t.notice("note: left out: %s", fields.Translate(err, flagOf))
			continue
		}
		if err != nil {
			return err
		}
		runs, reports = append(runs, compared), append(reports, newComparedReport(compared))
	}
	if len(runs) == 0 {
		return errors.New("no run has weights yet: there is nothing to compare")
	}
	straight := math.NaN()
	if c.Data != "" {
		if straight, err = pictures.Straight(runs, c.Data); err != nil {
			return err
		}
	}
	t.printCompared(reports)
	if c.Output == "" {
		return nil
	}
	path := string(c.Output)
	if err := pictures.CompareCurves(runs, straight).Save(path); err != nil {
		return err
	}
	t.report("file", fileReport{path}, "%s\n", path)
	return nil
}

// folders returns the folders of the runs. A folder of runs stands for those in it.
func (c *compareCommand) folders() (all []string, err error) {
	for _, path := range c.Runs {
		if info, err := os.Stat(path); err != nil || !info.IsDir() || run.Started(run.Folder(path)) {
			all = append(all, path)
			continue
		}
		within, err := pictures.Within(path)
		if err != nil {
			return nil, err
		}
		for _, compared := range within {
			all = append(all, compared.Path)
		}
	}
	return all, nil
}

func newComparedReport(c pictures.Compared) comparedReport {
	return comparedReport{
		Path: c.Path, Model: c.Model, Weights: c.Count, Epochs: len(c.Epochs), Valid: number(c.Valid), ValidEpoch: c.Best,
		Seconds: number(c.Seconds()), Data: c.SHA256(),
	}
}

// printCompared prints the table, and says which runs had other data, so that their errors do
// not compare.
func (t *terminal) printCompared(reports []comparedReport) {
	if t.json != nil {
		for _, r := range reports {
			t.json.write("compared", r)
		}
		return
	}
	var rows [][]string
	for _, r := range reports {
		rows = append(rows, []string{r.Path, r.Model, fmt.Sprint(r.Weights), short(math.Sqrt(float64(r.Valid))), fmt.Sprint(r.ValidEpoch), fmt.Sprint(r.Epochs),
			fmt.Sprintf("%.0f", r.Seconds)})
	}
	titles := []string{"run", "model", "weights", "validation RMSE", "in epoch", "of epochs", "seconds"}
	t.tables(sized(titles, rows, 0, 1), rows)
	known := slices.DeleteFunc(reports, func(r comparedReport) bool { return r.Data == "" })
	for _, r := range known {
		if r.Data != known[0].Data {
			t.notice("note: %s and %s were trained on other data: their errors do not compare", known[0].Path, r.Path)
		}
	}
}
