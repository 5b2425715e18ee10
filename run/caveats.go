package run

import (
	"fmt"
	"math"
	"slices"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/internal/units"
	"gmnc/predict"
)

// Baseline is the best prediction without a model for the validation samples of a data set.
type Baseline struct {
	Name string `json:"name"`
	// Position is the baseline's mean squared error, in position units squared.
	Position float64 `json:"mean_squared_error"`
}

// describeValidation records the baseline and the overlap of the validation samples of a data
// set.
func (d *DataInfo) describeValidation(data *datasets.Data) {
	if len(data.Train) == 0 || len(data.Valid) == 0 {
		return
	}
	if name, mean := predict.BestBaseline(data.Train, data.Valid); name != "" {
		d.Baseline = &Baseline{name, mean}
	}
	for _, overlap := range checks.Overlaps(data) {
		if overlap.Split == "valid" {
			d.Overlap = overlap.String()
		}
	}
}

// Caveats returns sentences about what the validation error and the constants of the run do not
// promise. The model may be worse than the best baseline, or validation samples may lie near
// training samples. A law may not fit the recordings, or they may not tell whether it does.
// Caveats returns nil if nothing speaks against the run, or if nothing is known.
func (r *Run) Caveats() (caveats []string) {
	data := r.Config.Data
	if data == nil {
		return nil
	}
	unit := units.Short(data.LengthUnit)
	if unit != "" {
		unit = ", in " + unit
	}
	if caveat := r.caveatOfRuns(unit); caveat != "" {
		caveats = append(caveats, caveat)
	}
	if b := data.Baseline; b != nil && r.validOfPairs() && r.Valid() > b.Position {
		caveat := fmt.Sprintf("The model is worse on its validation samples than %s: its root mean squared error is %.4g, and that of %s is %.4g%s.",
			b.Name, math.Sqrt(r.Valid()), b.Name, math.Sqrt(b.Position), unit)
		if r.Fits() {
			caveat += " Its equations fit the training recordings, so the noise of single predictions may decide this: compare rollouts."
		}
		caveats = append(caveats, caveat)
	}
	if data.Overlap != "" {
		caveats = append(caveats, data.Overlap+": the validation error says little about motion at other times. Test the model on recordings of other times.")
	}
	withErrors := r.hasErrors()
	if r.undecided() && withErrors {
		caveats = append(caveats, "The training recordings do not tell whether the equations lack something (see the fit): standard errors hold only if they lack nothing.")
	}
	if r.Misses() {
		learned := "what they learned may be wrong"
		if withErrors {
			learned = "learned constants may be wrong by more than their standard errors"
		}
		caveats = append(caveats, fmt.Sprintf("The equations leave more than the noise of the training recordings (see the fit): %s, and errors grow over many predictions in a row.", learned))
	}
	return caveats
}

// hasErrors reports whether a constant of motion or of a law has a standard error.
func (r *Run) hasErrors() bool {
	for i, law := range r.Config.Model.Law {
		for name := range law.Constants {
			if of := r.standardErrors(config.LawParam(i, name), 1); of != nil && of[0] > 0 {
				return true
			}
		}
	}
	return slices.ContainsFunc(r.Constants(), func(c FoundConstant) bool { return c.StandardError > 0 })
}

// caveatOfRuns says how many of the runs that a model combines are worse than the best
// baseline. It returns "" if none is. The mean squared error of the mean of the runs is at most
// the mean of their errors.
func (r *Run) caveatOfRuns(unit string) string {
	b, all := r.Config.Data.Baseline, r.errorsOfRuns()
	if b == nil || len(all) == 0 || all[len(all)-1] <= b.Position {
		return ""
	}
	worse, sum := 0, 0.0
	for _, valid := range all {
		if sum += valid; valid > b.Position {
			worse++
		}
	}
	return fmt.Sprintf("Of the %d runs, %d are worse by themselves on the validation samples than %s: root mean squared errors are %.4g to %.4g, and that of %s is %.4g%s. The error of their mean was not measured; it is %.4g at most.",
		len(all), worse, b.Name, math.Sqrt(all[0]), math.Sqrt(all[len(all)-1]), b.Name, math.Sqrt(b.Position), unit, math.Sqrt(sum/float64(len(all))))
}

// validOfPairs reports whether Valid is the error of single predictions of positions, from
// inputs to targets. Other runs have an error over the steps of a trajectory, an error of an
// energy, or none.
func (r *Run) validOfPairs() bool {
	options := r.Config.Training
	ofEnergy := r.Model != nil && r.Model.Module.Main.Output(graph.EnergyOutput) != nil
	return (options == nil || options.Unroll <= 1) && !ofEnergy && !math.IsInf(r.Valid(), 1)
}
