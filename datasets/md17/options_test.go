package md17

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// TestWrongOptions: options that are out of range are named.
func TestWrongOptions(t *testing.T) {
	for want, o := range map[string]Options{
		"dt is -1: it is a number of fs above 0, or 0 where it is not known":    {Dt: -1},
		"dt is +Inf: it is a number of fs above 0, or 0 where it is not known":  {Dt: math.Inf(1)},
		"a span of -1 frames: it is 1 or more":                                  {Span: -1},
		"a cutoff of -1 angstrom: it is above 0, or 0 for neighbors by bonds":   {Cutoff: -1},
		"a cutoff of +Inf angstrom: it is above 0, or 0 for neighbors by bonds": {Cutoff: math.Inf(1)},
		"-1 train, 0 valid and 0 test pairs: each is 1 or more":                 {Train: -1},
		"0 train, -1 valid and 0 test pairs: each is 1 or more":                 {Valid: -1},
		"0 train, 0 valid and -1 test pairs: each is 1 or more":                 {Test: -1},
		`the unit "mile" is not known: expected one of angstrom, bohr, nm, pm`:  {Unit: "mile"},
	} {
		require.EqualError(t, o.Validate(), want)
	}
	require.ErrorContains(t, Options{Types: "1"}.Validate(), `types has "1", expected a word of the file and the symbol of its element`)
	require.ErrorContains(t, Options{Features: []string{"size"}}.Validate(), `features has "size", expected z, element or mass`)
	require.NoError(t, Options{Unit: "nm", Dt: 0.5, Cutoff: 3, Features: []string{NumberFeature, MassFeature}}.Validate())
}

// TestContradictingOptions: options that contradict one another, or the file, are named.
func TestContradictingOptions(t *testing.T) {
	pairs, moving := source{path: "p", pairs: new(datasets.Data), interval: 7}, source{path: "m", numbers: []int64{6, 1}, trajectory: &trajectory{motion: system.Trajectory{Particles: 2}}}
	several := moving
	several.name = "one of them"
	for want, c := range map[string]struct {
		s *source
		o Options
	}{
		"m: the file has several molecules, and molecule and split are of one: leave them out":                                                         {&several, Options{Split: "x"}},
		"the molecule names the sticks of the paper, and sticks none wants none: leave one of them out":                                                {&moving, Options{Molecule: "ethanol", Sticks: NoSticks}},
		"at_random draws a split, and split gives one: leave one of them out":                                                                          {&moving, Options{AtRandom: true, Split: "x"}},
		"p holds pairs of frames that are split already: leave at_random out, or prepare the trajectory that they are from":                            {&pairs, Options{AtRandom: true, Span: DefaultSpan}},
		"p holds pairs of frames that are split already: leave split out":                                                                              {&pairs, Options{Split: "x", Span: DefaultSpan}},
		"p holds pairs of frames, whose span is given: leave span out":                                                                                 {&pairs, Options{Span: 8}},
		"molecule names the sticks of the paper, and those of ethanol are numbered without hydrogens: give hydrogens drop, too, or leave molecule out": {&moving, Options{Molecule: "ethanol"}},
		"m has atomic numbers: leave types out":                                                                                                        {&moving, Options{Types: "1=O"}},
		"p has atomic numbers: leave types out":                                                                                                        {&pairs, Options{Types: "1=O", Span: 7}},
		"the molecule \"water\" is none of the paper's: aspirin, benzene, benzene_old, ethanol, malonaldehyde, naphthalene, salicylic, toluene, uracil; leave molecule out, so that bonds that are rigid in the data are sticks": {&moving, Options{Molecule: "water"}},
	} {
		require.EqualError(t, c.s.checkOptions(c.o), want)
	}
	for _, o := range []Options{{}, {Molecule: "ethanol", Heavy: true}, {Molecule: "water", Split: "x"}, {AtRandom: true}} {
		require.NoError(t, moving.checkOptions(o))
	}
	for _, o := range []Options{{Span: DefaultSpan}, {Span: 7}, {Span: DefaultSpan, AtRandom: true, published: true}} {
		require.NoError(t, pairs.checkOptions(o))
	}
}

// TestDrawnParts: at random a tenth of the frames are left out at either end; by time the parts are a half
// and two quarters, with a span between them.
func TestDrawnParts(t *testing.T) {
	most := [3]int{1000, 1000, 1000}
	drawn, err := drawSplit(100, 5, 1, most, nil)
	require.NoError(t, err)
	for split, count := range map[string]int{"train": 8, "valid": 4, "test": 4} {
		require.Len(t, drawn[split].Starts, count)
		require.GreaterOrEqual(t, slices.Min(drawn[split].Starts), int64(10))
		require.Less(t, slices.Max(drawn[split].Starts), int64(90))
	}
	drawn, err = drawSplit(100, 5, 1, [3]int{3, 2, 1}, nil)
	require.NoError(t, err)
	require.Equal(t, [3]int{3, 2, 1}, [3]int{len(drawn["train"].Starts), len(drawn["valid"].Starts), len(drawn["test"].Starts)})
	_, err = drawSplit(30, 12, 1, most, nil)
	require.EqualError(t, err, "there are 30 frames, too few for pairs that are 12 apart and begin 3 or more from the ends: use a shorter span, or a longer trajectory")
	parts, err := splitByTime(108, 4, 1, most, nil)
	require.NoError(t, err)
	for split, want := range map[string][2]int64{"train": {0, 45}, "valid": {54, 74}, "test": {83, 103}} {
		starts := slices.Sorted(slices.Values(parts[split].Starts))
		require.Equal(t, want, [2]int64{starts[0], starts[len(starts)-1]}, split)
		require.Len(t, starts, int(want[1]-want[0]+1))
	}
	_, err = splitByTime(20, 6, 1, most, nil)
	require.EqualError(t, err, "there are 20 frames, too few for three parts with pairs that are 6 apart, and gaps between them: use a shorter span, or a longer trajectory")
	require.Equal(t, [3]int{250, 1000, 1}, Options{Test: 1}.most(2))
	require.Equal(t, [3]int{500, 2000, 2000}, Options{}.most(1))
}
