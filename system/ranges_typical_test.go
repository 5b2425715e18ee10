package system_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestUsualRanges leave a hundredth at either end out, one sample at least, from 20 samples
// on, and no whole numbers.
func TestUsualRanges(t *testing.T) {
	for _, c := range []struct {
		samples int
		want    *system.Range // of speeds 0.5, 1.5, 2.5 and so on
	}{
		{19, nil}, {20, &system.Range{Least: 1.5, Most: 18.5}}, {149, &system.Range{Least: 1.5, Most: 147.5}},
		{150, &system.Range{Least: 2.5, Most: 147.5}}, {400, &system.Range{Least: 4.5, Most: 395.5}},
	} {
		var samples []system.Sample
		for i := range c.samples {
			s := pair(2.5, float32(i)+0.5)
			system.Mass.Set(s, []float32{float32(i), 1})
			system.Gravity.Set(s, []float32{0, 0, float32(i) + 0.5})
			samples = append(samples, *s)
		}
		ranges := system.MeasureRanges(samples, nil)
		require.NoError(t, ranges.Validate())
		last := float64(c.samples) - 0.5
		require.Equal(t, &system.Range{Least: 0.5, Most: last}, ranges.Speed, "the extremes stay")
		if c.want == nil {
			require.Nil(t, ranges.Typical)
			require.Same(t, ranges, ranges.Drawn())
			continue
		}
		drawn := ranges.Drawn()
		require.Equal(t, c.want, drawn.Speed)
		require.Equal(t, ranges.Charge, drawn.Charge)
		require.Equal(t, ranges.Nearest, drawn.Nearest)
		require.Equal(t, ranges.Structures, drawn.Structures)
		require.Nil(t, ranges.Typical.Nearest, "what is the same is left out")
		require.Equal(t, ranges.Fields[0], drawn.Fields[0], "masses are whole")
		require.Equal(t, *c.want, drawn.Fields[1].Range)
		require.Empty(t, ranges.Outside(pair(2.5, float32(last))), "notes stay on the extremes")

		text, err := json.Marshal(ranges)
		require.NoError(t, err)
		read := new(system.Ranges)
		require.NoError(t, json.Unmarshal(text, read))
		require.Equal(t, ranges, read)
		read.Typical.Fields = read.Typical.Fields[:1]
		require.ErrorContains(t, read.Validate(), "usual: expected ranges of the same quantities")
		read.Typical.Fields = nil
		read.Typical.Speed.Least = -1
		require.ErrorContains(t, read.Validate(), "speed: -1 to ")
	}
	var none *system.Ranges
	require.Nil(t, none.Drawn())
	require.Equal(t, "speed 1 to 4 (2 to 3), mass 1 to 2", inALine(&system.Ranges{
		Speed: &system.Range{Least: 1, Most: 4}, Fields: []system.FieldRange{{Field: "mass", Range: system.Range{Least: 1, Most: 2}}},
		Typical: &system.Ranges{Speed: &system.Range{Least: 2, Most: 3}},
	}))
	require.Equal(t, "speed 2 to 3", inALine(&system.Ranges{
		Speed: &system.Range{Least: 2, Most: 3.00001}, Typical: &system.Ranges{Speed: &system.Range{Least: 2, Most: 3}},
	}), "the same in the digits that are said")
	columns := func(ends ...float64) string {
		var r system.Ranges
		for i, end := range ends {
			r.Fields = append(r.Fields, system.FieldRange{Field: "node_features", Column: string(rune('a' + i)), Range: system.Range{Most: end}})
		}
		return inALine(&r)
	}
	require.Equal(t, "a...c 0 to 1, d 0 to 2", columns(1, 1, 1, 2))
	require.Equal(t, "a 0 to 2, b...c 0 to 1", columns(2, 1, 1))
}

// TestRangesOf: charges and fields that a model does not take are left out, of the usual ranges, too.
func TestRangesOf(t *testing.T) {
	fields := func(mass float64) []system.FieldRange {
		return []system.FieldRange{{Field: "mass", Range: system.Range{Least: 1, Most: mass}}, {Field: "own", Range: system.Range{Least: 1, Most: 2}}}
	}
	r := &system.Ranges{Charge: &system.Range{Least: -1, Most: 1}, Fields: fields(9), Typical: &system.Ranges{Fields: fields(8)}}
	require.Equal(t, "charge -1 to 1, mass 1 to 9 (1 to 8), own 1 to 2", inALine(r.Of(func(*system.Field) bool { return true })))
	require.Equal(t, "own 1 to 2", inALine(r.Of(func(*system.Field) bool { return false })), "another program registered it")
	require.Equal(t, "charge -1 to 1, own 1 to 2", inALine(r.Of(func(f *system.Field) bool { return f == system.Charge })))
	require.Len(t, r.Fields, 2)
	require.Nil(t, (*system.Ranges)(nil).Of(nil))
}

func inALine(r *system.Ranges) string { return strings.Join(r.Lines(), ", ") }
