package md17

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/npz"
	"gmnc/internal/test/allclose"
	"gmnc/system"
)

func TestRowsOutOfOrder(t *testing.T) {
	want, notes, err := ethanol{}.prepare(t, Options{})
	require.NoError(t, err)
	require.Empty(t, notes)
	_, _, err = ethanol{order: traded}.prepare(t, Options{})
	require.EqualError(t, err, "ethanol.xyz: atom 0 is where atom 1 was, both C, from frame 0 to the next: the rows are out of order; sort them, or tell the atoms apart by an id in extended XYZ (Properties=species:S:1:pos:R:3:id:I:1)")
	_, notes, err = ethanol{order: func(frame int) []int {
		order := traded(0)
		if frame == 7 {
			order[3], order[4] = 4, 3
		}
		return order
	}}.prepare(t, Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"atom 3 is where atom 4 was, both H, from frame 6 to the next: the rows are out of order, or the frames far apart"}, notes[:1])
	named := ethanol{
		order:   traded,
		comment: func(int) string { return "Properties=species:S:1:pos:R:3:id:I:1" },
		line: func(frame, atom int, symbol string, at [3]float64) string {
			return fmt.Sprintf("%s %.6f %.6f %.6f %d", symbol, at[0], at[1], at[2], 7*atom+1)
		},
	}
	data, _, err := named.prepare(t, Options{})
	require.NoError(t, err)
	requireSame(t, want, data)
	for want, id := range map[string]func(frame, atom int) string{
		"ethanol.xyz:4: frame 0 has the id 1 twice":                          func(_, atom int) string { return fmt.Sprint(max(1, atom)) },
		"ethanol.xyz:22: frame 1 has the id 19, which frame 0 does not have": func(frame, atom int) string { return fmt.Sprint(atom + 11*(atom/8)*frame) },
		"ethanol.xyz:3: the id of atom 0 is \"a\", expected a whole number":  func(_, atom int) string { return string(rune('a' + atom)) },
	} {
		named.order = nil
		named.line = func(frame, atom int, symbol string, at [3]float64) string {
			return fmt.Sprintf("%s %.6f %.6f %.6f %s", symbol, at[0], at[1], at[2], id(frame, atom))
		}
		_, _, err := named.prepare(t, Options{})
		require.EqualError(t, err, want)
	}
}

// TestBoxes: positions that are wrapped into a box come out whole where the
// comments have it, and are refused where they don't.
func TestBoxes(t *testing.T) {
	want, _, err := ethanol{}.prepare(t, Options{})
	require.NoError(t, err)
	for name, c := range map[string]struct {
		comment string
		vectors [][3]float64
	}{
		"cube":                {`Lattice="6 0 0 0 6 0 0 0 6" Properties=species:S:1:pos:R:3 pbc="T T T"`, [][3]float64{{6, 0, 0}, {0, 6, 0}, {0, 0, 6}}},
		"skewed":              {`Properties=species:S:1:pos:R:3 lattice="7 0 0 2 7 0 0 1 7"`, [][3]float64{{7, 0, 0}, {2, 7, 0}, {0, 1, 7}}},
		"two periodic axes":   {`Lattice="6 0 0 0 6 0 0 0 6" pbc="T F 1"`, [][3]float64{{6, 0, 0}, {}, {0, 0, 6}}},
		"no first vector":     {`Lattice="0 0 0 0 6 0 0 0 6" pbc="F T T"`, [][3]float64{{}, {0, 6, 0}, {0, 0, 6}}},
		"one vector":          {`Lattice="0 0 0 0 0 0 0 0 6" pbc="F F T"`, [][3]float64{{}, {}, {0, 0, 6}}},
		"lists":               {`Lattice=[[7, 0, 0], [2, 7, 0], [0, 1, 7]]`, [][3]float64{{7, 0, 0}, {2, 7, 0}, {0, 1, 7}}},
		"bohr":                {`# CELL(abcABC): 11.33836 11.33836 11.33836 90 90 90 positions{angstrom} cell{atomic_unit}`, [][3]float64{{6, 0, 0}, {0, 6, 0}, {0, 0, 6}}},
		"lengths":             {`box=[6, 6, 6]`, [][3]float64{{6, 0, 0}, {0, 6, 0}, {0, 0, 6}}},
		"lengths and angles":  {`# CELL(abcABC): 6 6 6 90 90 90 Step: 0 positions{angstrom}`, [][3]float64{{6, 0, 0}, {0, 6, 0}, {0, 0, 6}}},
		"an edge in frame 0":  {`Lattice="5.2 0 0 0 5.2 0 0 0 5.2"`, [][3]float64{{5.2, 0, 0}, {0, 5.2, 0}, {0, 0, 5.2}}},
		"not periodic at all": {`Lattice="6 0 0 0 6 0 0 0 6" pbc="F F F"`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			wrapped := ethanol{comment: func(int) string { return c.comment }, line: func(_, _ int, symbol string, at [3]float64) string {
				for k := len(c.vectors) - 1; k >= 0; k-- {
					if length := c.vectors[k][k]; length > 0 {
						turns := math.Floor(at[k] / length)
						for axis := range at {
							at[axis] -= turns * c.vectors[k][axis]
						}
					}
				}
				return fmt.Sprintf("%s %.6f %.6f %.6f", symbol, at[0], at[1], at[2])
			}}
			data, notes, err := wrapped.prepare(t, Options{})
			require.NoError(t, err)
			require.Equal(t, c.vectors != nil, len(notes) == 2, notes)
			require.Equal(t, c.vectors != nil, slices.Contains(notes, "the periodic box is not used without --cutoff: models see no images of atoms, and neighbors are by bonds alone"), notes)
			require.Equal(t, want.Train[0].Bonds, data.Train[0].Bonds)
			for i := range want.Train {
				allclose.Within(t, want.Train[i].Velocity, data.Train[i].Velocity, 1e-4)
				require.InDelta(t, system.Distance(want.Train[i].TargetPosition, 0, 2), system.Distance(data.Train[i].TargetPosition, 0, 2), 1e-4)
			}
			if c.vectors == nil {
				return
			}
			wrapped.comment = nil
			_, _, err = wrapped.prepare(t, Options{})
			require.ErrorContains(t, err, "positions that are wrapped into a box have to be unwrapped, or the box be in the comments")
		})
	}
	for want, comment := range map[string]string{
		`ethanol.xyz:2: Lattice="6 0 0" pbc="T T X" is no box`: `Lattice="6 0"`,
		`pbc is "T T", expected T or F for each of three axes`: `Lattice="6 6 6" pbc="T T"`,
		`Lattice="0 0 0" is a box without volume`:              `Lattice="0 0 0"`,
		`names a box in a form that is not known here`:         `box 6 6 6`,
	} {
		_, _, err := ethanol{comment: func(int) string { return comment }}.prepare(t, Options{})
		if strings.Contains(want, "X") {
			want = `Lattice="6 0" is no box: expected three vectors of three numbers, or three lengths`
		}
		require.ErrorContains(t, err, want)
	}
}

// TestUnits: lengths that no molecule has are refused with the unit that they
// are likely in; a unit that is named is converted.
func TestUnits(t *testing.T) {
	want, _, err := ethanol{}.prepare(t, Options{})
	require.NoError(t, err)
	for unit, factor := range lengthUnits {
		other := ethanol{scale: 1 / factor}
		if unit != "angstrom" {
			_, _, err := other.prepare(t, Options{})
			require.ErrorContains(t, err, "they are likely in "+unit+": say unit "+unit+", or unit angstrom if they are right")
		}
		data, _, err := other.prepare(t, Options{Unit: unit})
		require.NoError(t, err)
		requireSame(t, want, data)
		require.Equal(t, "angstrom", data.About.LengthUnit)
		other.comment = func(int) string { return "positions{" + unit + "}" }
		data, _, err = other.prepare(t, Options{})
		require.NoError(t, err)
		requireSame(t, want, data)
	}
	_, _, err = ethanol{scale: 0.1}.prepare(t, Options{})
	require.ErrorContains(t, err, "ethanol.xyz: C 0 and H 3 have a distance of 0.1 in frame 0, nearer than atoms are, by their radii about 1.1 angstrom")
	_, _, err = ethanol{comment: func(int) string { return "units=parsec" }}.prepare(t, Options{})
	require.EqualError(t, err, `ethanol.xyz is in the unit of length "parsec", which is not known here: give it by unit, one of angstrom, bohr, nm, pm`)
	_, _, err = ethanol{scale: 300}.prepare(t, Options{})
	require.ErrorContains(t, err, "farther apart than the nearest atoms are")
	// In frame 0 all is right: the unit is, and atoms are wrapped into a box.
	_, _, err = ethanol{line: func(frame, atom int, symbol string, at [3]float64) string {
		if frame > 50 {
			at[0] += 5 * float64(atom)
		}
		return fmt.Sprintf("%s %.6f %.6f %.6f", symbol, at[0], at[1], at[2])
	}}.prepare(t, Options{})
	require.ErrorContains(t, err, "farther apart than the nearest atoms are")
	require.ErrorContains(t, err, "distances of frame 0 are as in molecules: positions that are wrapped into a box have to be unwrapped")
	require.NotContains(t, err.Error(), "bohr")
}

// TestHydrogensFeaturesAndFields: all atoms, with what extended XYZ has of them.
func TestHydrogensFeaturesAndFields(t *testing.T) {
	const time = 0.098 // a frame in the file's unit
	file := ethanol{comment: func(frame int) string {
		return fmt.Sprintf(`Properties=species:S:1:pos:R:3:momenta:R:3:forces:R:3 energy=%d pbc="F F F"`, frame)
	}}
	file.line = func(frame, atom int, symbol string, at [3]float64) string {
		_, v := file.place(frame, atom)
		number, err := typeNames{}.number(symbol, false)
		require.NoError(t, err)
		p := masses[number-1] / time
		return fmt.Sprintf("%s %.6f %.6f %.6f %.8f %.8f %.8f %d 0 1", symbol, at[0], at[1], at[2], p*v[0], p*v[1], p*v[2], 100*frame+atom)
	}
	data, notes, err := file.prepare(t, Options{Features: []string{"element", "mass"}, Span: 1})
	require.NoError(t, err)
	require.Equal(t, []string{"velocities follow from the momenta of the file, in whose unit of time a frame takes 0.0980008 +- 5.2e-07 by the steps between frames, which is 0.9977 fs if they are in ASE's unit, sqrt(eV/u): --dt gives the time in fs"}, notes)
	_, notes, err = file.prepare(t, Options{Span: 1, Dt: 0.5})
	require.NoError(t, err)
	require.Equal(t, []string{"velocities follow from the momenta of the file, in whose unit of time a frame takes 0.0980008 +- 5.2e-07 by the steps between frames, which is 0.9977 fs if they are in ASE's unit, sqrt(eV/u): this contradicts the 0.5 fs that a frame takes by --dt or the times of the file, which are used for velocities"}, notes)
	_, notes, err = file.prepare(t, Options{Span: 1, Dt: 1})
	require.NoError(t, err)
	require.Equal(t, []string{"the momenta are in ASE's unit, sqrt(eV/u), by the steps between frames, and kept as they are"}, notes)
	require.Equal(t, []string{"C", "H", "O"}, data.NodeFeatures)
	first, start := data.Train[0], int(data.Origins["train"].Starts[0])
	require.Equal(t, 9, first.Particles())
	require.Len(t, first.Bonds, 8)
	require.Equal(t, []float32{1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0}, first.NodeFeatures[:12])
	require.Equal(t, []float32{12.011, 12.011, 15.999, 1.008}, system.Mass.Of(&first)[:4])
	require.Equal(t, float32(start), first.Potential.Energy)
	require.Equal(t, []float32{float32(100*start + 1), 0, 1}, first.Potential.Forces[3:6])
	_, v := file.place(start, 1)
	require.InDelta(t, v[0], first.Velocity[3], 1e-3)

	dropped, notes, err := file.prepare(t, Options{Heavy: true})
	require.NoError(t, err)
	require.Nil(t, dropped.Train[0].Potential)
	require.Contains(t, notes, "energies and forces are of all atoms and are left out with the hydrogens")
	stored := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, datasets.Write(stored, data))
	again, err := datasets.Read(stored)
	require.NoError(t, err)
	require.Equal(t, data.Test, again.Test)

	for want, o := range map[string]Options{
		`features has "charge", expected z, element or mass`:                           {Span: 1, Features: []string{"charge"}},
		"features has neither z nor element: models could not tell the elements apart": {Span: 1, Features: []string{"mass"}},
		`the unit "mile" is not known: expected one of angstrom, bohr, nm, pm`:         {Span: 1, Unit: "mile"},
	} {
		require.EqualError(t, o.Validate(), want)
	}
}

// TestTypes: bare numbers are no elements unless somebody says so.
func TestTypes(t *testing.T) {
	want, _, err := ethanol{}.prepare(t, Options{})
	require.NoError(t, err)
	numbered := ethanol{line: func(_, _ int, symbol string, at [3]float64) string {
		return fmt.Sprintf("%d %.6f %.6f %.6f", map[string]int{"H": 1, "C": 2, "O": 3}[symbol], at[0], at[1], at[2])
	}}
	_, _, err = numbered.prepare(t, Options{})
	require.ErrorContains(t, err, `"2" is the number of a type, which says no element: name the elements with types`)
	data, _, err := numbered.prepare(t, Options{Types: "1=H,2=C,3=O"})
	require.NoError(t, err)
	requireSame(t, want, data)
	_, _, err = ethanol{}.prepare(t, Options{Types: "1=O,2=H"})
	require.ErrorContains(t, err, "ethanol.xyz has none of the words that types names (1, 2): leave types out, or set the elements before you write the file")
	_, _, err = ethanol{}.prepare(t, Options{Types: "1=O,O=O"})
	require.NoError(t, err, "one of the words is in the file")
}

// TestRevisedMD17 has its names, whole numbers of one byte, and more arrays.
func TestRevisedMD17(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rmd17.npz")
	var positions []float32
	for frame := range ethanolFrames {
		for atom := range ethanolAtoms {
			at, _ := ethanol{}.place(frame, atom)
			positions = append(positions, float32(at[0]), float32(at[1]), float32(at[2]))
		}
	}
	arrays := []npz.Array{
		{Key: "nuclear_charges", Shape: []int{9}, Ints: []int64{6, 6, 8, 1, 1, 1, 1, 1, 1}},
		{Key: "coords", Shape: []int{ethanolFrames, 9, 3}, Floats: positions},
		{Key: "energies", Shape: []int{ethanolFrames}, Floats: make([]float32, ethanolFrames)},
		{Key: "forces", Shape: []int{ethanolFrames, 9, 3}, Floats: make([]float32, len(positions))},
		{Key: "old_indices", Shape: []int{1}, Ints: []int64{1}},
	}
	require.NoError(t, npz.Write(path, arrays))
	want, _, err := ethanol{}.prepare(t, Options{})
	require.NoError(t, err)
	data, notes, err := Prepare(path, Options{Span: 10})
	require.NoError(t, err)
	requireSame(t, want, data)
	require.Equal(t, []string{"not read: old_indices"}, notes)
	_, notes, err = Prepare(path, Options{Span: 10, Heavy: true})
	require.NoError(t, err)
	require.Equal(t, []string{"not read: old_indices", "energies and forces are of all atoms and are left out with the hydrogens"}, notes)
	data, _, err = Prepare(path, Options{Span: 10})
	require.NoError(t, err)
	require.NotNil(t, data.Train[0].Potential)
	_, _, err = Prepare(path, Options{Span: 10, Types: "1=H"})
	require.EqualError(t, err, path+" has atomic numbers: leave types out")
	_, _, err = Prepare(path, Options{Span: 1})
	require.EqualError(t, err, "a span of 1 frame: the velocity is the step to the next frame, which would be the target; use 2 or more")
	_, _, err = Prepare(path, Options{Span: 10, Molecule: "ethanol"})
	require.EqualError(t, err, "molecule names the sticks of the paper, and those of ethanol are numbered without hydrogens: give hydrogens drop, too, or leave molecule out")
}

// TestPairsWithTheTarget: velocities that are the way to the target are refused.
func TestPairsWithTheTarget(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pairs.npz")
	arrays := []npz.Array{{Key: "z", Shape: []int{2}, Ints: []int64{6, 7}}}
	for _, split := range sizes {
		arrays = append(arrays,
			npz.Array{Key: split.split + "_x0", Shape: []int{2, 2, 3}, Floats: []float32{0, 0, 0, 1.4, 0, 0, 0, 0, 0, 1.4, 0, 0}},
			npz.Array{Key: split.split + "_v0", Shape: []int{2, 2, 3}, Floats: []float32{1, 2, 3, 1, 3, 2, 2, 2, 2, 1, 2, 1}},
			npz.Array{Key: split.split + "_xT", Shape: []int{2, 2, 3}, Floats: []float32{.5, 1, 1.5, 1.9, 1.5, 1, 1, 1, 1, 1.9, 1, 0.5}})
	}
	require.NoError(t, npz.Write(path, arrays))
	_, _, err := Prepare(path, Options{Span: DefaultSpan})
	require.ErrorContains(t, err, "_v0 is 2 of the way from ")
	require.ErrorContains(t, err, "in all pairs: the velocity contains the target; take it from the frames before")
}

// TestFractions: coordinates of more than eight atoms that fill most of a box of length 1 may be
// fractions of its vectors.
func TestFractions(t *testing.T) {
	require.True(t, fractions([]float64{-0.5, 0.3, 1.5}))
	require.True(t, fractions([]float64{0, 0.51}))
	require.False(t, fractions([]float64{0, 0.49}))
	require.False(t, fractions([]float64{-0.51, 0.3}))
	require.False(t, fractions([]float64{0, 1.51}))
	for atoms, fraction := range map[int]bool{fewOfBox: false, fewOfBox + 1: true} {
		s := &source{path: "f.xyz", numbers: slices.Repeat([]int64{18}, atoms)}
		var positions []float64
		for i := range atoms {
			positions = append(positions, float64(i%2)/2, float64(i/2%2)/2, 0.7*float64(i/4%3)/2)
		}
		require.Equal(t, fraction, strings.Contains(fmt.Sprint(checkFrame(s, 0, positions)), "if they are fractions of a box, multiply them by its vectors"))
	}
}
