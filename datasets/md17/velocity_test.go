package md17

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStaggeredVelocities: of leapfrog, half a frame earlier or later, are no velocities of
// the frames, and with a span of one those later would be the target.
func TestStaggeredVelocities(t *testing.T) {
	plain, _, err := ethanol{}.prepare(t, Options{})
	require.NoError(t, err)
	for steps, note := range map[[2]int]string{
		{-1, 0}: "are late by 0.50 frames against the atoms, by how these change", {0, 1}: "are early by 0.50 frames against the atoms, by how these change",
		{-2, 0}: "are late by 1.0", {0, 2}: "are early by 1.0",
		{-3, -1}: "are late by 2.1", {1, 3}: "are early by 2.1",
	} {
		file := ethanol{comment: func(int) string { return "Properties=species:S:1:pos:R:3:velo:R:3" }}
		file.line = func(frame, atom int, symbol string, at [3]float64) string {
			before, _ := file.place(frame+steps[0], atom)
			after, _ := file.place(frame+steps[1], atom)
			return fmt.Sprintf("%s %.6f %.6f %.6f %.6f %.6f %.6f", symbol, at[0], at[1], at[2], after[0]-before[0], after[1]-before[1], after[2]-before[2])
		}
		data, notes, err := file.prepare(t, Options{})
		require.NoError(t, err)
		require.Len(t, notes, 1)
		require.Contains(t, notes[0], "the velocities "+note)
		require.Contains(t, notes[0], " frames against the atoms")
		require.Regexp(t, ": the velocity is the step to the next frame$", notes[0])
		requireSame(t, plain, data)
		if steps[1]-steps[0] > 1 {
			continue
		}
		_, _, err = Prepare(writeText(t, "ethanol.xyz", file.text()), Options{Span: 1})
		require.ErrorContains(t, err, "which would be the target")
	}
}

// TestVelocitiesOfJoinedRuns: a seam leaves the velocities of the frames before and after it.
func TestVelocitiesOfJoinedRuns(t *testing.T) {
	file := ethanol{comment: func(int) string { return "Properties=species:S:1:pos:R:3:velo:R:3" }}
	file.line = func(frame, atom int, symbol string, _ [3]float64) string {
		if frame > 60 {
			frame += 1000
		}
		at, v := file.place(frame, atom)
		return fmt.Sprintf("%s %.9f %.9f %.9f %.9g %.9g %.9g", symbol, at[0], at[1], at[2], v[0], v[1], v[2])
	}
	_, notes, err := file.prepare(t, Options{})
	require.NoError(t, err)
	require.Len(t, notes, 2)
	require.Regexp(t, "^frame 60: .*; no pair that is drawn crosses it$", notes[0])
	require.Regexp(t, "^velocities follow from the velocities of the file", notes[1])
}

// TestPairsWithoutMisplacedAtoms: no pair has a frame in which two atoms have exchanged places.
func TestPairsWithoutMisplacedAtoms(t *testing.T) {
	file := ethanol{order: func(frame int) []int {
		order := traded(0)
		if frame >= 40 && frame < 50 {
			order[3], order[4] = order[4], order[3]
		}
		return order
	}}
	data, notes, err := file.prepare(t, Options{})
	require.NoError(t, err)
	require.Contains(t, strings.Join(notes, "\n"), "frame 40: H 3 and H 4 exchange places from this frame to frame 49 (the only such exchange); exchange them back there: no pair that is drawn has these frames")
	for _, origin := range data.Origins {
		for _, start := range origin.Starts {
			require.True(t, start+2 < 40 || start >= 50, "%d", start)
		}
	}
}

// TestUnitsOfVelocities: velocities in a unit that is known are kept as they are, in angstrom/fs, be it
// named, or found by the steps; of others the factor is fitted, with an error. They are those of the
// targets, too.
func TestUnitsOfVelocities(t *testing.T) {
	const fast = 2 // fs a frame
	for _, c := range []struct {
		named, timed string
		size         float64 // of the unit in angstrom/fs
		note         string
		fitted       bool
	}{
		{"", "Time=%d time_unit=fs", 1, "^the velocities are in angstrom/fs, by the steps between frames, and kept as they are$", false},
		{"", "Time=%d time_unit=fs", 1e-3, "^the velocities are in angstrom/ps, by", false},
		{"", "Time=%d time_unit=fs", 1 / 10.18050571, "^the velocities are in ASE's unit, ", false},
		{"", "Time=%d time_unit=fs", 1.08, "^the velocities are in angstrom/fs, by", false},
		{"", "Time=%d time_unit=fs", 1.15, `^velocities follow from the velocities of the file, in whose unit of time a frame takes 2\.3\d* \+- `, true},
		{"", "of %d", 1, `^velocities follow from the velocities of the file, in whose unit of time a frame takes 2\.?\d* \+- `, true},
		{"velocity_unit=nm/ps", "of %d", 1e-2, `a frame takes 0.02\d* \+- .*, which is 2 fs if they are in nm/ps: --dt gives the time in fs$`, true},
		{"velocity_unit=nm/ps", "Time=%d time_unit=fs", 1e-2, "", false},
		{`units="_JSON {\"momenta\": \"(eV*u)^0.5\"}"`, "Time=%d time_unit=fs", 1 / 10.18050571, "", false},
		{"velocity_unit=angstrom/ps", "Time=%d time_unit=fs", 1, "^the velocities are in angstrom/ps, as the file says, and 0.001 times as fast as the steps between frames of 2 fs: the velocity is the step", false},
	} {
		file := ethanol{comment: func(frame int) string {
			return "Properties=species:S:1:pos:R:3:velo:R:3 " + c.named + " " + fmt.Sprintf(c.timed, fast*frame)
		}}
		file.line = func(frame, atom int, symbol string, at [3]float64) string {
			_, v := file.place(frame, atom)
			return fmt.Sprintf("%s %.9f %.9f %.9f %.9g %.9g %.9g", symbol, at[0], at[1], at[2], v[0]/fast/c.size, v[1]/fast/c.size, v[2]/fast/c.size)
		}
		data, notes, err := file.prepare(t, Options{})
		require.NoError(t, err)
		if c.note == "" {
			require.Empty(t, notes, c.named)
		} else {
			require.Len(t, notes, 1, c.named)
			require.Regexp(t, c.note, notes[0])
		}
		sample, start := data.Train[0], int(data.Origins["train"].Starts[0])
		_, now := file.place(start, 1)
		_, later := file.place(start+10, 1)
		by, off := 1., 1e-7
		switch {
		case c.size == 1.08:
			by = 1 / 1.08 // kept as it is
		case c.size == 1 && strings.HasPrefix(c.named, "velocity_unit"):
			require.Nil(t, sample.TargetVelocity)
			continue
		case c.fitted:
			off = 1e-6
		}
		if data.About.VelocityUnit == "angstrom a frame" {
			by = fast
		}
		for axis := range 3 {
			require.InDelta(t, by*now[axis]/fast, sample.Velocity[3+axis], off, "%v", c)
			require.InDelta(t, by*later[axis]/fast, sample.TargetVelocity[3+axis], off, "%v", c)
		}
	}
}

// TestParseSpeedUnit: units that are lengths by times, and those with names of their own.
func TestParseSpeedUnit(t *testing.T) {
	for text, want := range map[string]float64{
		"angstrom/fs": 1, "A/ps": 1e-3, "nm per ps": 1e-2, "m/s": 1e-5, "bohr/fs": 0.529177210903, "ASE": 1 / 10.18050571, "sqrt(eV / u)": 1 / 10.18050571, "a.u.": 21.876912, "km/s": 1e-2,
	} {
		unit := parseSpeedUnit(text)
		require.NotNil(t, unit, text)
		require.InEpsilon(t, want, unit.size, 1e-7, text)
	}
	for _, text := range []string{"", "fs", "angstrom", "foo/fs", "angstrom/foo", "angstrom/angstrom"} {
		require.Nil(t, parseSpeedUnit(text), text)
	}
}
