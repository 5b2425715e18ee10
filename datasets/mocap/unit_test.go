package mocap

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// TestUnits: a CMU unit is 1/0.45 inch, 5.644 cm. A BVH file names none, so it is in the given one.
func TestUnits(t *testing.T) {
	for unit, want := range map[string]float64{"m": 0.0254 / 0.45, "cm": 2.54 / 0.45, FileUnit: 1, "": 1} {
		r := recording{skeleton: parseArm(t), unit: "ASF unit", trials: []system.Trajectory{{Particles: 1, Positions: []float64{1, 2, 0}, Velocities: []float64{0, 0, 1}}}}
		require.NoError(t, r.convert(unit))
		allclose.Within(t, []float64{want, 2 * want, 0}, r.trials[0].Positions, 1e-12)
		require.InDelta(t, want, r.trials[0].Velocities[2], 1e-12)
		if want != 1 {
			require.Equal(t, unit, r.unit)
			require.Equal(t, unit+" a frame", r.velocityUnit())
		}
	}
	folder := t.TempDir()
	writeTrials(t, folder, "a", "b", "c")
	file, _, err := Prepare(folder, Options{Span: DefaultSpan, Starts: DefaultStarts})
	require.NoError(t, err)
	named, notes, err := Prepare(folder, Options{Span: DefaultSpan, Starts: DefaultStarts, Unit: "m"})
	require.NoError(t, err)
	require.Contains(t, notes[0], "BVH files do not name their unit of length: their lengths are taken as m, in which the median bone is ")
	require.Equal(t, "m", named.About.LengthUnit)
	require.Equal(t, "m a frame", named.About.VelocityUnit)
	require.Equal(t, file.Train[0].Position, named.Train[0].Position)
	r := recording{skeleton: parseArm(t), unit: "ASF unit"}
	r.skeleton.LengthUnit = "none"
	require.ErrorContains(t, r.convert("m"), "does not say how long its unit of length (none) is: leave unit out, and lengths stay in it")
	_, _, err = Prepare(folder, Options{Span: DefaultSpan, Starts: DefaultStarts, Unit: "yard"})
	require.ErrorContains(t, err, `unit "yard": expected m, cm or file`)
}
