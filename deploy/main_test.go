package deploy_test

import (
	"os"
	"testing"

	"gmnc/deploy/measure"
	"gmnc/predict/verify"
)

// TestMain tries files in smaller batches and on fewer numbers of threads than exports and
// verifications do, whose numbers have tests in deploy/measure and predict/verify. A session by
// default runs on all threads, with which one thread is compared. TestAForgedGraphIsFound tries
// batches of up to 2048 systems.
func TestMain(m *testing.M) {
	measure.AtExport.Batches, measure.MostAtOnce, verify.ThreadCounts = []int{1, 2, 3, 8}, 8, []int{1}
	os.Exit(m.Run())
}
