package commandline

import (
	"fmt"
	"strings"

	"gmnc/diagnostics"
)

// tellFindings tells the person who watches what was found in data, or writes it as
// JSON objects.
func (t *terminal) tellFindings(findings []diagnostics.Finding) {
	for _, finding := range findings {
		if t.json != nil {
			t.json.write("finding", finding)
		} else {
			t.notice("look: %s", finding)
		}
	}
}

// worse says that a run is worse on the validation samples than the best baseline, and
// why that may be; "" if it is better.
func (r runReport) worse(findings []diagnostics.Finding) string {
	if r.Baseline == "" || r.RMSE <= r.BaselineRMSE {
		return ""
	}
	reasons := []string{"too few epochs, or a learning rate that is too high or too low"}
	for i := len(findings) - 1; i >= 0; i-- {
		reasons = append([]string{fmt.Sprintf("%s (%s)", findings[i].Look, findings[i].Found)}, reasons...)
	}
	return fmt.Sprintf("the model is worse on the validation samples than %s, which has %.4g; likely reasons: %s", r.Baseline, r.BaselineRMSE, strings.Join(reasons, "; "))
}
