package commandline

import (
	"fmt"
	"strings"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/system"
)

// tellFindings prints the findings about data as notices, or writes them as JSON objects.
func (t *terminal) tellFindings(findings []checks.Note) {
	for _, finding := range findings {
		if t.json != nil {
			t.json.write("finding", finding)
		} else {
			t.notice("check: %s", finding)
		}
	}
}

// worse returns a text that says that a run is worse on the validation samples than the best
// baseline, and why that may be. It names first what the model cannot see or move, then the
// findings about the data. It returns "" if the run is not worse.
func (r runReport) worse(findings []checks.Note, data *datasets.Data) string {
	if r.Baseline == "" || r.RMSE <= r.BaselineRMSE {
		return ""
	}
	reasons := r.withheld(data)
	for _, finding := range findings {
		reasons = append(reasons, fmt.Sprintf("%s (%s)", finding.Check, finding.Found))
	}
	if r.fits {
		reasons = append(reasons, "the noise of single predictions, since the equations fit the recordings; compare many predictions in a row (gmnc rollout)")
	} else {
		reasons = append(reasons, "too few epochs, or a learning rate that is too high or too low")
	}
	return fmt.Sprintf("the model is worse on the validation samples than %s, which has %.4g; likely reasons: %s", r.Baseline, r.BaselineRMSE, strings.Join(reasons, "; "))
}

// stretching is the share of the best baseline's error above which changing lengths of bars
// count as a reason for a larger error of the model.
const stretching = 0.25

// withheld returns what keeps a model from following the motion in the data: hydrogens that
// were left out, and bars that it keeps rigid while their lengths change.
func (r runReport) withheld(data *datasets.Data) (reasons []string) {
	if data.WithoutHydrogens() {
		reasons = append(reasons, "hydrogens were left out, and the model does not see how they push the other atoms (gmnc prepare md17 --hydrogens keep)")
	}
	if !config.Describe(r.Model.Model).Rigid {
		return reasons
	}
	for _, kind := range system.ObjectKinds() {
		lengths := system.MeasureLengths(data.Valid, func(s system.Sample) [][2]int { return s.Objects.Bars(kind) })
		if lengths.Count > 0 && lengths.MeanChange > stretching*float64(r.BaselineRMSE) {
			reasons = append(reasons, fmt.Sprintf("the lengths of %s change by %.2g on average from input to target, and the model keeps them fixed (gmnc prepare md17 --sticks none, or another choice of gmnc decompose)", kind.Plural, lengths.MeanChange))
		}
	}
	return reasons
}
