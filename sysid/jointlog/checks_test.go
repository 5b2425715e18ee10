package jointlog

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/checks"
)

// TestGearOption: gear is offered for torques that it multiplies by 1 so far.
func TestGearOption(t *testing.T) {
	numbers := []float64{2}
	require.Equal(t, "--gear", gearOption(Options{}, nil))
	require.Equal(t, "--gear", gearOption(Options{Gain: numbers}, nil), "a gain for currents, of which the log has none")
	require.Empty(t, gearOption(Options{Gear: numbers}, nil))
	require.Empty(t, gearOption(Options{Servo: numbers}, nil))
	require.Empty(t, gearOption(Options{Gain: numbers}, numbers))
}

// TestCheckedTogether: recordings with the same quantities and steps are checked together, and a note
// on rows names the recording and its row.
func TestCheckedTogether(t *testing.T) {
	all := make([]Recording, 4)
	for k := range all {
		all[k] = *swinging(stamps(100, 0, 0))
		all[k].Name = []string{"a", "b", "c", "d"}[k]
	}
	for j := range all[1].Angle {
		all[1].Angle[j][50] = all[1].Angle[j][49]
	}
	all[3].Rate = nil
	for i := range all[2].Time {
		all[2].Time[i] *= 1.054
	}
	groups := alike(all)
	require.Len(t, groups, 3, "a step that differs by more than a twentieth")
	require.Len(t, groups[0], 2)
	for i := range all[2].Time {
		all[2].Time[i] /= 1.054
	}
	require.Len(t, alike(all), 2)
	for i := range all[2].Time {
		all[2].Time[i] *= 1.04
	}
	require.Len(t, alike(all), 2, "one that differs by less")
	for i := range all[2].Time {
		all[2].Time[i] /= 1.04
	}
	var texts []string
	for _, note := range Check(all[:3], Options{Joints: joints}, nil) {
		texts = append(texts, note.Text())
	}
	require.NotEmpty(t, texts)
	require.Contains(t, strings.Join(texts, "\n"), "b: frame 50: this frame is the same as frame 49")
	beyond := Options{Joints: joints, Limits: [][2]float64{{-0.01, 0.01}}, Rotates: []bool{true}}
	for recordings, key := range map[int]string{3: "b and 1 more: outside", 2: "b: outside"} {
		notes := Check(all[1:recordings], beyond, nil)
		require.Equal(t, checks.BeyondLimits, notes[len(notes)-1].Check)
		require.Contains(t, notes[len(notes)-1].Text(), key)
	}
}

// TestNamesOfJointsInChecks: a note on one joint names it.
func TestNamesOfJointsInChecks(t *testing.T) {
	r := *swinging(stamps(100, 0, 0))
	for i := range r.Angle[0] {
		r.Angle[0][i] = 0.5
	}
	var texts []string
	for _, note := range Check([]Recording{r}, Options{Joints: joints}, nil) {
		texts = append(texts, note.Text())
	}
	require.Contains(t, strings.Join(texts, "\n"), "the angles of the joint "+joints[0]+" are the same in all frames, though its rates are not 0")
}
