package protocol

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "renew testdata/settings.txt")

// TestSettings: the models, options and data of all rows and columns are those of which
// testdata/settings.txt has the digests.
func TestSettings(t *testing.T) {
	const path = "testdata/settings.txt"
	digest := func(of any) string {
		text, err := json.Marshal(of)
		require.NoError(t, err)
		return fmt.Sprintf("%x", sha256.Sum256(text))[:12]
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
		require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644))
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	known := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i, line := range lines {
		require.Less(t, i, len(known), line)
		require.Equal(t, known[i], line, "other settings than testdata/settings.txt has; go test ./experiments/reproduce/protocol -update renews it")
	}
	require.Len(t, known, len(lines))
}
