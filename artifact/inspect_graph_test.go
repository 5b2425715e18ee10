package artifact_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
)

// graphText is a graph as a person may write it.
const graphText = `# a spring
module spring
rows particles

main(%x: float[particles,3], param %k: float[1,1]) {
  %force = mul %x, %k : float[particles,3]
  return force=%force
}
`

func TestInspectGraph(t *testing.T) {
	path := filepath.Join(t.TempDir(), "spring.ir")
	require.NoError(t, os.WriteFile(path, []byte(graphText), 0o600))
	module, err := artifact.LoadGraph(path)
	require.NoError(t, err)
	var text strings.Builder
	require.NoError(t, artifact.InspectGraph(&text, "spring.ir", module, true, true))
	require.Contains(t, text.String(), "spring.ir: graph spring, verified, nodes: 1, functions: 0, weights: 1\n")
	require.Contains(t, text.String(), "  inputs    x float[particles,3]\n  outputs   force float[particles,3]\n")
	require.Contains(t, text.String(), "%force = mul %x, %k")
	require.Contains(t, text.String(), "flowchart")

	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(graphText, "mul %x, %k", "mul %x", 1)), 0o600))
	_, err = artifact.LoadGraph(path)
	require.ErrorContains(t, err, "spring.ir")
}
