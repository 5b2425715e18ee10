package protocol

import (
	"encoding/json"
	"flag"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/digests"
)

var update = flag.Bool("update", false, "renew testdata/settings.txt")

// TestSettings: the models, options and data of all rows and columns are those of which
// testdata/settings.txt has the digests.
func TestSettings(t *testing.T) {
	const path = "testdata/settings.txt"
	digest := func(of any) string {
		text, err := json.Marshal(of)
		require.NoError(t, err)
		return digests.Of(text, 12)
	}
	var lines []string
	for _, table := range Tables {
		for _, row := range table.Rows {
			lines = append(lines, fmt.Sprintf("%s: row %s: %s", table.Name, row.Name, digest(row)))
		}
		for _, column := range table.Columns {
			lines = append(lines, fmt.Sprintf("%s: column %s, %d samples: %s", table.Name, column.System, column.TrainSize, digest(column)))
		}
	}
	if *update {
		digests.Renew(t, path, lines)
	}
	digests.Require(t, digests.Read(t, path), lines, "other settings than testdata/settings.txt has; go test ./experiments/reproduce/protocol -update renews it")
}
