package reproduce

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSuccessorsAreToldNoTargetVelocity: no row of the table trains on the velocity of a target.
func TestSuccessorsAreToldNoTargetVelocity(t *testing.T) {
	i := slices.IndexFunc(Tables, func(table Table) bool { return table.Name == "successors" })
	for _, row := range Tables[i].Rows {
		require.False(t, row.Training.Reverse, row.Name)
		require.Zero(t, row.Training.Velocity, row.Name)
	}
}
