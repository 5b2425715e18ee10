package md17

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/internal/periodic"
	"gmnc/system"
)

// TestTablesOfUnits: the units of lengths and times in a table are read, and a table that names
// none, or cannot be read, is no unit.
func TestTablesOfUnits(t *testing.T) {
	for comment, want := range map[string][2]string{
		`units="_JSON {\"energy\": \"eV\", \"time\": \"fs\", \"momenta\": \"(eV*u)^0.5\"}" pbc="F F F"`: {"", "fs"},
		`units="_JSON {\"Length\": \"nm\"}"`:                     {"nm", ""},
		`units={"positions": "bohr"}`:                            {"bohr", ""},
		`units="{'distance': 'Angstrom', 'time': 'ps', 'n': 3}"`: {"Angstrom", "ps"},
		`units="_JSON {\"length\": "`:                            {"", ""},
		`units="_JSON {\"length\": 3}" time_unit=ps`:             {"", "ps"},
		`units=nm`: {"nm", ""},
	} {
		h, err := parseHeader(comment)
		require.NoError(t, err, comment)
		require.Equal(t, want, [2]string{h.unit, h.timeUnit}, comment)
	}
}

// TestUnitsOfFiles: the option's unit comes before the file's, and one that is not known is named.
func TestUnitsOfFiles(t *testing.T) {
	of := func(unit string) *source {
		cell, err := periodic.New([3][3]float64{{4}, {0, 4}, {0, 0, 4}}, [3]bool{true, true, true})
		require.NoError(t, err)
		return &source{path: "m", unit: unit, grid: 0.5, trajectory: &trajectory{
			motion: system.Trajectory{Particles: 1, Positions: []float64{1, 2, 3}}, forces: []float64{20}, momenta: []float64{3}, speeds: []float64{4}, cells: []*periodic.Cell{cell},
		}}
	}
	s := of("NM")
	named, err := s.convert("")
	require.NoError(t, err)
	require.True(t, named)
	require.Equal(t, []float64{10, 20, 30}, s.motion.Positions)
	require.Equal(t, [4]float64{5, 2, 30, 40}, [4]float64{s.grid, s.forces[0], s.momenta[0], s.speeds[0]})
	require.EqualValues(t, 40, s.cells[0].Vectors[0][0])
	s = of("")
	s.speedUnit = &unitOfASE
	named, err = s.convert("nm")
	require.NoError(t, err)
	require.True(t, named)
	require.Equal(t, [2]float64{3, 4}, [2]float64{s.momenta[0], s.speeds[0]}, "their unit has its own length")
	for unit, want := range map[string]bool{"": false, "angstrom": true} {
		s = of("")
		named, err = s.convert(unit)
		require.NoError(t, err)
		require.Equal(t, want, named)
		require.Equal(t, []float64{1, 2, 3}, s.motion.Positions)
	}
	named, err = of("furlong").convert("")
	require.EqualError(t, err, `m is in the unit of length "furlong", which is not known here: give it by unit, one of angstrom, bohr, nm, pm`)
	require.False(t, named)
	named, err = of("").convert("mile")
	require.EqualError(t, err, `the unit "mile" is not known: expected one of angstrom, bohr, nm, pm`)
	require.False(t, named)
	pairs := &source{pairs: &datasets.Data{Test: []system.Sample{{Position: []float32{1}, Velocity: []float32{2}, TargetPosition: []float32{3}, TargetVelocity: []float32{4}}}}}
	_, err = pairs.convert("nm")
	require.NoError(t, err)
	require.Equal(t, system.Sample{Position: []float32{10}, Velocity: []float32{20}, TargetPosition: []float32{30}, TargetVelocity: []float32{40}}, pairs.pairs.Test[0])
}
