package md17

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const extended = `2
Lattice="1 0 0 0 1 0 0 0 1" Properties=tag:I:1:pos:R:3:dft-forces:R:3:species:S:1 energy=-3
0 1.5 2 -3e-1 9 9 9 C
1 4 5 6 9 9 9 O
2
Properties=species:S:1:pos:R:3
C 7 8 9
O 1 2 3
`

func TestParseXYZ(t *testing.T) {
	molecules, err := parseXYZ("x.xyz", strings.NewReader(extended), typeNames{})
	require.NoError(t, err)
	require.Len(t, molecules, 1)
	have := molecules[0]
	require.Equal(t, []int64{6, 8}, have.numbers)
	require.Equal(t, []float64{1.5, 2, -0.3, 4, 5, 6, 7, 8, 9, 1, 2, 3}, have.motion.Positions)
	require.Equal(t, 2, have.motion.Frames())
	require.Equal(t, []string{"not read: dft-forces, energy (not in all frames), tag"}, have.notes)
}

// TestManyUnreadNames: thirty names of what is not read are kept.
func TestManyUnreadNames(t *testing.T) {
	text := "1\n"
	for i := range maxUnread + 1 {
		text += fmt.Sprintf("key%02d=1 ", i)
	}
	molecules, err := parseXYZ("x.xyz", strings.NewReader(text+"\nC 0 0 0\n"), typeNames{})
	require.NoError(t, err)
	require.Len(t, molecules[0].notes, 1)
	require.True(t, strings.HasSuffix(molecules[0].notes[0], ", key28, key29"), molecules[0].notes[0])
	require.Equal(t, 30, strings.Count(molecules[0].notes[0], "key"))
}

// TestQuantitiesOfSomeFrames: what only some frames of a molecule have is left out with a note, and the next molecule has its own.
func TestQuantitiesOfSomeFrames(t *testing.T) {
	const all, few = "Properties=species:S:1:pos:R:3:forces:R:3:momenta:R:3:velo:R:3:charge:R:1 energy=5", "Properties=species:S:1:pos:R:3"
	const row = "C 0 0 0 1 2 3 4 5 6 7 8 9 0.5\n"
	molecules, err := parseXYZ("x.xyz", strings.NewReader("1\n"+all+"\n"+row+"1\n"+few+"\nC 0 0 0\n1\n"+all+"\nO"+row[1:]), typeNames{})
	require.NoError(t, err)
	require.Len(t, molecules, 2)
	first, second := molecules[0], molecules[1]
	require.Equal(t, []string{"not read: charges (not in all frames), energy (not in all frames), forces (not in all frames), momenta (not in all frames), velocities (not in all frames)"}, first.notes)
	require.True(t, first.energy == nil && first.forces == nil && first.momenta == nil && first.speeds == nil && first.charges == nil)
	require.Equal(t, [2]int{0, 2}, [2]int{first.first, second.first})
	require.Empty(t, second.notes)
	require.Equal(t, []float64{5}, second.energy)
	require.Equal(t, []float64{1, 2, 3}, second.forces)
	require.Equal(t, []float64{4, 5, 6}, second.momenta)
	require.Equal(t, []float64{7, 8, 9}, second.speeds)
	require.Equal(t, []float64{0.5}, second.charges)
}

// TestFortranExponents: D is the exponent of Fortran's double precision.
func TestFortranExponents(t *testing.T) {
	text := strings.Replace(extended, "C 7 8 9", "C 7.0D0 -8d-1 9D+1", 1)
	require.NotEqual(t, extended, text)
	molecules, err := parseXYZ("x.xyz", strings.NewReader(text), typeNames{})
	require.NoError(t, err)
	require.Equal(t, []float64{7, -0.8, 90}, molecules[0].motion.Positions[6:9])
}

func TestParseXYZErrors(t *testing.T) {
	for want, edit := range map[string][2]string{
		`x.xyz:1: "two" is not a number of atoms`:                                                       {"2\nLattice", "two\nLattice"},
		`x.xyz:1: "-2" is not a number of atoms`:                                                        {"2\nLattice", "-2\nLattice"},
		`x.xyz:5: "1 4 5 6 9 9 9 O" is not a number of atoms`:                                           {"1 4 5 6 9 9 9 O\n", "1 4 5 6 9 9 9 O\n1 4 5 6 9 9 9 O\n"},
		`x.xyz:8: the file ends within frame 1: it is cut short`:                                        {"2\nProp", "3\nProp"},
		`x.xyz:7: the file ends within frame 1: it is cut short`:                                        {"O 1 2 3\n", ""},
		`x.xyz:5: the file ends within frame 1: it is cut short`:                                        {"Properties=species:S:1:pos:R:3\nC 7 8 9\nO 1 2 3\n", ""},
		`x.xyz:3: atom 0 of frame 0 has 7 columns, expected an element and three coordinates`:           {"9 C", "C"},
		`x.xyz:3: "Xx" is no element: name it with types, such as types Xx=C`:                           {"9 C", "9 Xx"},
		`x.xyz:7: atom 0 is O in frame 1, but C in frame 0`:                                             {"C 7 8 9\nO", "O 7 8 9\nC"},
		`x.xyz:7: "1,5" of "C" is not a finite number`:                                                  {"C 7", "C 1,5"},
		`x.xyz:7: "p" of "C" is not a finite number`:                                                    {"S:1:pos:R:3\nC 7", "S:1:charge:R:1:forces:R:3:pos:R:3\nC c f f f p"}, // positions first
		`x.xyz:7: "1_5" of "C" is not a finite number`:                                                  {"C 7", "C 1_5"},
		`x.xyz:7: "nan" of "C" is not a finite number`:                                                  {"C 7", "C nan"},
		`x.xyz:7: "1e39" of "C" is too large for float32`:                                               {"C 7", "C 1e39"},
		`x.xyz:8: the line is longer than 65536 bytes: expected a text file with a line for each entry`: {"O 1 2 3", strings.Repeat("O", 1<<17)},
		`x.xyz:6: the Properties "species:S:pos:R:3" are not triples of name, type and columns`:         {"S:1:pos:R:3\nC", "S:pos:R:3\nC"},
		`x.xyz:6: the Properties "species:S:1:pos:R:x" are not triples of name, type and columns`:       {"S:1:pos:R:3\nC", "S:1:pos:R:x\nC"},
		`x.xyz:6: the Properties "species:S:1" have no species or no pos`:                               {"S:1:pos:R:3\nC", "S:1\nC"},
	} {
		text := strings.Replace(extended, edit[0], edit[1], 1)
		require.NotEqual(t, extended, text, want)
		_, err := parseXYZ("x.xyz", strings.NewReader(text), typeNames{areAtomic: true})
		require.EqualError(t, err, want)
	}
	_, err := parseXYZ("x.xyz", strings.NewReader("\n\n"), typeNames{})
	require.EqualError(t, err, "x.xyz:2: there is no frame: expected the number of atoms")
}

func FuzzXYZ(f *testing.F) {
	f.Add(extended)
	f.Add(extended[:60])
	f.Add("1\n\nC 1 2 3\n\n1\n\n6 1 2 3")
	f.Fuzz(func(t *testing.T, text string) {
		if have, err := parseXYZ("x.xyz", strings.NewReader(text), typeNames{areAtomic: true}); err == nil {
			for _, molecule := range have {
				require.Positive(t, molecule.motion.Frames())
				require.Zero(t, len(molecule.motion.Positions)%(3*len(molecule.numbers)))
			}
		}
	})
}

// TestIsotopes: heavy hydrogen is read as hydrogen, and a note says so.
func TestIsotopes(t *testing.T) {
	molecules, err := parseXYZ("water.xyz", strings.NewReader("3\n\nO 0 0 0\nD 0.97 0 0\nH 0 0.97 0\n"), typeNames{})
	require.NoError(t, err)
	require.Equal(t, []int64{8, 1, 1}, molecules[0].numbers)
	require.Equal(t, []string{"not read: the isotope D (read as H)"}, molecules[0].notes)
}

// TestQuotesInComments: what is within quotes, escaped ones too, is no entry of its own.
func TestQuotesInComments(t *testing.T) {
	h, err := parseHeader(`info="of \"time=5\" and \"energy=7\"" energy=3 by='time=9 s'`)
	require.NoError(t, err)
	require.EqualValues(t, 3, *h.energy)
	require.Equal(t, []string{"info", "by"}, h.unread)
	require.Nil(t, h.time)
}

// TestColumnsWithoutNames are noted: they may be velocities.
func TestColumnsWithoutNames(t *testing.T) {
	for want, text := range map[string]string{
		"not read: columns after the first 4 (Properties names columns)": "1\n\nC 0 0 0 7 8 9\n",
		"not read: columns after the first 5 (Properties names columns)": "1\nProperties=species:S:1:pos:R:3:id:I:1\nC 0 0 0 1 7\n",
	} {
		molecules, err := parseXYZ("x.xyz", strings.NewReader(text), typeNames{})
		require.NoError(t, err)
		require.Equal(t, []string{want}, molecules[0].notes)
	}
}
