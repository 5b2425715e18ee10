package pictures

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCourse: each joint has a panel, in its own unit, with what remains between the smoothed
// torque and the model's.
func TestCourse(t *testing.T) {
	time := []float64{0, 1}
	title, charts := Course("log.csv", []Torques{
		{"elbow", "N m", time, []float64{1, 2}, []float64{1.5, 2}, []float64{1, 2.5}},
		{"slide", "N", time, []float64{3, 3}, []float64{3, 3}, []float64{3, 3}},
	}).Charts()
	require.Equal(t, "Torques\nlog.csv, 2 joints", title)
	require.Len(t, charts, 2)
	require.Equal(t, []string{"torque, N m", "torque, N"}, []string{charts[0].Y, charts[1].Y})
	require.Len(t, charts[0].Series, 4)
	require.Equal(t, "residual", charts[0].Series[3].Name)
	require.EqualValues(t, 0.5, charts[0].Series[3].Y[0])
	require.EqualValues(t, -0.5, charts[0].Series[3].Y[1])
}
