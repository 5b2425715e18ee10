package commandline

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"

	"gmnc/internal/atomicfile"
	"gmnc/run"
	"gmnc/train/sweep"
)

// settingReport is the JSON object of the runs of a setting. Its errors are mean squared
// errors, in position units squared.
type settingReport struct {
	Setting        string `json:"setting"`
	Seeds          int    `json:"seeds"`  // of the runs that stayed finite
	Failed         int    `json:"failed"` // runs that did not
	Valid          number `json:"valid_mse"`
	ValidDeviation number `json:"valid_deviation"`
	Test           number `json:"test_mse"`
	TestDeviation  number `json:"test_deviation"`
}

// printOutcomes prints the table, writes it into the folder and names the best.
func (c *trainCommand) printOutcomes(t *terminal, outcomes []sweep.Outcome) error {
	rows := sweep.Table(outcomes)
	var text bytes.Buffer
	var cells [][]string
	for _, r := range rows {
		cells = append(cells, []string{r.Setting, seedCount(r), meanAndDeviation(r.ValidRoot), meanAndDeviation(r.TestRoot)})
		if t.json != nil {
			t.json.write("setting", settingReport{r.Setting, r.Seeds, r.Failed,
				number(r.Valid.Mean), number(r.Valid.Deviation), number(r.Test.Mean), number(r.Test.Deviation)})
		}
	}
	text.WriteString(filled(t.width, []string{"setting", "seeds", "validation RMSE", "test RMSE"}, cells, 0, 1))
	best, setting := sweep.Best(outcomes, rows)
	if best == nil {
		return errors.New("no run stayed finite: a lower learning rate may help")
	}
	if setting != nil {
		fmt.Fprintf(&text, "best setting: %s\n", setting.Setting)
	}
	fmt.Fprintf(&text, "best run: %s: %s\n", best.Job.Store, best.Trained.Best())
	t.report("best", fileReport{best.Job.Store.String()}, "%s", text.String())
	return writeSweep(filepath.Join(c.Output, "sweep.csv"), rows)
}

func seedCount(r sweep.Row) string {
	if r.Failed > 0 {
		return fmt.Sprintf("%d, and %d not finite", r.Seeds, r.Failed)
	}
	return strconv.Itoa(r.Seeds)
}

// meanAndDeviation formats a mean and a deviation, if that is known.
func meanAndDeviation(s sweep.Spread) string {
	switch {
	case s.Mean != s.Mean:
		return none
	case s.Deviation != s.Deviation:
		return short(s.Mean)
	}
	return fmt.Sprintf("%.4g +- %.2g", s.Mean, s.Deviation)
}

// writeSweep replaces the table in a sweep's folder. Errors that were not measured stay blank.
func writeSweep(path string, rows []sweep.Row) error {
	var text bytes.Buffer
	table := csv.NewWriter(&text)
	table.Write([]string{"setting", "seeds", "failed", "valid_mse", "valid_deviation", "test_mse", "test_deviation"})
	for _, r := range rows {
		table.Write([]string{r.Setting, strconv.Itoa(r.Seeds), strconv.Itoa(r.Failed),
			run.FormatNumber(r.Valid.Mean), run.FormatNumber(r.Valid.Deviation), run.FormatNumber(r.Test.Mean), run.FormatNumber(r.Test.Deviation)})
	}
	table.Flush()
	return atomicfile.WriteBytes(path, text.Bytes())
}
