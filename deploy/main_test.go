package deploy_test

import (
	"os"
	"testing"

	"gmnc/deploy/measure"
	"gmnc/predict/verify"
)

// TestMain tries exported files in smaller batches and on fewer numbers of threads than an export
// does, whose numbers deploy/measure and predict/verify hold. TestVerifyMeasures tries batches of
// up to 2048 systems.
func TestMain(m *testing.M) {
	measure.AtExport.Batches, verify.ThreadCounts = []int{1, 2, 3, 40}, []int{1, 8}
	os.Exit(m.Run())
}
