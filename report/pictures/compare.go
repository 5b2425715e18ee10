package pictures

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"gmnc/datasets"
	"gmnc/plot"
	"gmnc/run"
)

// Compared is a run in a comparison with others. A run that was imported or fitted has no
// epochs.
type Compared struct {
	Path   string
	Model  string
	Count  int // of weights
	Epochs []run.Epoch
	Valid  float64 // the lowest validation error, in position units squared; +Inf without one
	Best   int     // its epoch
	Data   *run.DataInfo
	// Training holds the options of the training. It is nil for an imported run.
	Training *run.Options
}

// ReadCompared reads a run that has weights.
func ReadCompared(folder string) (Compared, error) {
	trained, err := run.Read(run.Folder(folder))
	if err != nil {
		return Compared{}, err
	}
	rows, err := epochs(folder)
	if err != nil {
		return Compared{}, err
	}
	if err := trained.CheckEpochs(rows); err != nil {
		return Compared{}, fmt.Errorf("the run %s was changed: %w", folder, err)
	}
	return Compared{
		Path: folder, Model: trained.Config.Model.Model, Count: trained.Model.Count(), Epochs: rows,
		Valid: trained.Valid(), Best: trained.Epoch(), Data: trained.Config.Data, Training: trained.Config.Training,
	}, nil
}

// Seconds returns how long the run was trained.
func (c Compared) Seconds() float64 {
	if len(c.Epochs) == 0 {
		return 0
	}
	return c.Epochs[len(c.Epochs)-1].Time
}

// SHA256 returns the digest of the data. It is empty if it is not known.
func (c Compared) SHA256() string {
	if c.Data == nil {
		return ""
	}
	return c.Data.SHA256
}

// Within returns the runs in a folder that is not itself a run, sorted by name.
func Within(folder string) (all []Compared, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("cannot read the folder of runs: %w", err)
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if !entry.IsDir() || !run.Started(run.Folder(path)) || !run.HasWeights(run.Folder(path)) {
			continue
		}
		compared, err := ReadCompared(path)
		if err != nil {
			return nil, err
		}
		all = append(all, compared)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s is no run, and there is none in it", folder)
	}
	return all, nil
}

// Best returns the run with the lowest validation error.
func Best(all []Compared) Compared {
	return slices.MinFunc(all, func(a, b Compared) int { return cmp.Compare(a.Valid, b.Valid) })
}

// Straight returns the validation error of the constant-velocity baseline in a data set, which
// must be the one that the runs with epochs were trained on. It is NaN if a run was validated
// over several steps.
func Straight(all []Compared, path string) (float64, error) {
	data, err := datasets.Read(path)
	if err != nil {
		return 0, err
	}
	info, err := run.DescribeData(path, data)
	if err != nil {
		return 0, err
	}
	for _, c := range all {
		if len(c.Epochs) > 0 && c.SHA256() != info.SHA256 {
			return 0, fmt.Errorf("%s was not trained on %s as it is now: its constant-velocity error is another", c.Path, path)
		}
	}
	straight := StraightError(data.Valid, nil)
	for _, c := range all {
		straight = max(straight, StraightError(data.Valid, c.Training)) // NaN if one is
	}
	return straight, nil
}

// distinguishable is the largest number of lines with a color each.
const distinguishable = 7

// CompareCurves draws the validation errors of runs over their epochs beside the error of
// constant velocity, which is NaN if it is not known. Of many runs only the best has a color.
func CompareCurves(all []Compared, straight float64) *plot.Drawing {
	var curves []plot.Series
	first, unit := slices.IndexFunc(all, func(c Compared) bool { return c.Data != nil }), ""
	best := Best(all)
	for _, c := range all {
		curve := roots(FromEpochs(c.Epochs)[1])
		curve.Name, curve.Role = c.Path, plot.NoRole
		if len(all) > distinguishable {
			curve.Name, curve.Thin = fmt.Sprintf("%d runs", len(all)), true
		}
		curves = append(curves, curve)
	}
	if len(all) > distinguishable {
		curve := roots(FromEpochs(best.Epochs)[1])
		curve.Name = best.Path
		curves = append(curves, curve)
	}
	if first >= 0 {
		unit = all[first].Data.LengthUnit
	}
	curves = plot.WithStraight(curves, math.Sqrt(straight))
	lowest := fmt.Sprintf("the lowest: %.3g, %s, %s", math.Sqrt(best.Valid), filepath.Base(best.Path), best.Model)
	if len(best.Epochs) > 0 {
		lowest += fmt.Sprintf(", epoch %d of %d", best.Best, len(best.Epochs))
	}
	title := plot.Title(fmt.Sprintf("Validation errors of %d runs", len(all)), lowest)
	return plot.Curves(plot.Axes{Title: title, X: "epoch", Y: plot.InUnit("validation RMSE", unit), WholeX: true, LogY: true}, curves)
}
