package deploy

import (
	"fmt"
	"strings"

	"gmnc/artifact"
	"gmnc/deploy/measure"
	"gmnc/internal/fields"
	"gmnc/predict/verify"
)

// refused returns the error of an export that found broken promises. It says what is broken,
// how large the error is on the user's own systems, and what to do.
func (e exporting) refused(broken error, against measure.Measurer, measured []artifact.Measured) error {
	if m, ok := against.(*measure.Measurement); ok && e.run.Model.Config.Describe().IsRegistered() {
		byItself, err := m.ByItself()
		if err != nil {
			return err
		}
		if byItself != nil {
			return refusedByItself(e.run.Model.Config.Model, byItself)
		}
	}
	own := 0.0
	for _, runtime := range measured {
		for _, f := range runtime.Findings {
			own = max(own, f.Own)
		}
	}
	where := "the file has no training inputs to compare with"
	switch {
	case strings.Contains(broken.Error(), verify.TrainingInput):
		where = "your own training inputs are among the systems that break it"
	case own > 0:
		where = fmt.Sprintf("on your own training inputs the file is off by %.2g at most", own)
	}
	cause := "weights that steps of training made too large: train again with a tenth of the learning rate ({learning_rate})"
	fault := ". If the model is better than the constant-velocity baseline on its validation samples, the refusal is a fault of gmnc: please report it"
	if e.run.Config.Model.Jointed() {
		cause, fault = "the equations of long chains of joints, whose matrices a file inverts in float32: replace joints that hardly move by fixed ones", ""
	}
	fewer := ""
	if e.rollout != nil && e.rollout.Steps > 1 {
		fewer = ", or export fewer steps, over which roundings grow less"
	}
	return fields.Errorf("%w; no file is written that breaks a promise: %s. Roundings are magnified this far by "+cause+"%s"+fault,
		broken, where, fewer)
}

// refusedByItself returns the error of an export of a model that, even without a file, breaks
// the description by the program that registered it. It names the first broken promise, and the
// number of the others.
func refusedByItself(model string, broken error) error {
	all := measure.Joined(broken)
	more := ""
	if len(all) > 1 {
		more = fmt.Sprintf(" (and %d more)", len(all)-1)
	}
	return fmt.Errorf("no file is written, because the model %s is not what its description says (config.Description, given to builder.Register). In float64, without a file and with these weights, it breaks %w%s. Correct the model, or take Rigid or the symmetry out of its description", model, all[0], more)
}
