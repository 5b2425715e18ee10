package golden

import (
	"fmt"
	"strings"
	"testing"

	"gmnc/system"

	"github.com/stretchr/testify/require"
)

// TestEveryModelIsGuarded: the project itself holds cases of every published
// model, one layer deep and two, on systems with sticks and hinges.
func TestEveryModelIsGuarded(t *testing.T) {
	missing := map[string]bool{}
	for _, known := range models {
		for layers := range 2 {
			missing[fmt.Sprintf("%s_small_%dx8", known.prefix, layers+1)] = true
		}
	}
	for _, path := range committed(t) {
		c := open(t, path)
		for _, sample := range c.Samples {
			require.NotEmpty(t, sample.Objects.Of(system.Stick), c.Name)
			require.NotEmpty(t, sample.Objects.Of(system.Hinge), c.Name)
		}
		size, _, _ := strings.Cut(c.Name, "_211_")
		delete(missing, size)
	}
	require.Empty(t, missing)
}
