package pictures

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/plot"
)

// TestCourse: each joint has a panel in its own unit, and a panel of what remains between the smoothed
// torque and the model's. A joint that slides has a force.
func TestCourse(t *testing.T) {
	time := []float64{0, 1}
	title, charts := Course("log.csv", []Torques{
		{"elbow", "N m", false, time, []float64{1, 2}, []float64{1.5, 2}, []float64{1, 2.5}},
		{"slide", "N", true, time, []float64{3, 3}, []float64{3, 3}, []float64{3, 3}},
	}).Charts()
	require.Equal(t, "Torques\nlog.csv, 2 joints", title)
	require.Len(t, charts, 4)
	require.Equal(t, []string{"torque, N m", "residual, N m", "force, N", "residual, N"}, []string{charts[0].Y, charts[1].Y, charts[2].Y, charts[3].Y})
	require.Equal(t, "elbow: smoothed less model", charts[1].Title)
	require.Len(t, charts[0].Series, 3)
	require.Equal(t, "residual", charts[1].Series[0].Name)
	require.EqualValues(t, 0.5, charts[1].Series[0].Y[0])
	require.EqualValues(t, -0.5, charts[1].Series[0].Y[1])
}

// TestRolesOfTorques: the smoothed torque is the truth, and the model's is the prediction.
func TestRolesOfTorques(t *testing.T) {
	one := []float64{1, 2}
	_, charts := Course("log", []Torques{{Joint: "a", Unit: "N m", Time: one, Measured: one, Smoothed: one, Model: one}}).Charts()
	require.Equal(t, plot.Truth, rolesOf(charts[0])["measured, smoothed"])
	require.Equal(t, plot.Prediction, rolesOf(charts[0])["model"])
}
