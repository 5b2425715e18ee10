package md17

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// TestSeveralMolecules: a file of one molecule's frames and then another's is one data
// set, whose samples have their own atoms and the elements of all.
func TestSeveralMolecules(t *testing.T) {
	text := ethanol{}.text() + waterChain(200)
	path := writeText(t, "two.xyz", text)
	data, notes, err := Prepare(path, Options{Span: 5, Features: []string{ElementFeature, MassFeature}})
	require.NoError(t, err)
	require.Len(t, notes, 1)
	require.Contains(t, notes[0], "keep all their distances")
	require.Equal(t, []string{"C", "H", "O"}, data.NodeFeatures)
	require.Empty(t, data.About.Names)
	stored := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, datasets.Write(stored, data))
	again, err := datasets.Read(stored)
	require.NoError(t, err)
	require.Equal(t, datasets.Sizes(data.Train), datasets.Sizes(again.Train))
	require.Equal(t, data.Train[1].Objects.Counts(), again.Train[1].Objects.Counts())
	sizes := datasets.Sizes(data.Test)
	require.Contains(t, sizes, int64(9))
	require.Contains(t, sizes, int64(4))
	for i, s := range data.Test {
		start := data.Origins["test"].Starts[i]
		require.Equal(t, start >= ethanolFrames, s.Particles() == 4, "frames of the file")
		if s.Particles() == 4 {
			require.InDelta(t, float64(start-ethanolFrames)/100, s.Position[0], 1e-5)
			require.Equal(t, []float32{12.011, 1.008, 15.999, 15.999}, system.Mass.Of(&s))
			require.Equal(t, []float32{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1}, s.NodeFeatures)
		}
	}

	_, _, err = Prepare(path, Options{Span: 5, Molecule: "ethanol"})
	require.ErrorContains(t, err, "the molecule of 9 atoms from frame 0 on: the file has several molecules, and molecule and split are of one")
	path = writeText(t, "short.xyz", ethanol{}.text()+waterChain(3))
	_, _, err = Prepare(path, Options{Span: 5})
	require.ErrorContains(t, err, "short.xyz: the molecule of 4 atoms from frame 120 on: there are 3 frames, too few")
	path = writeText(t, "far.xyz", ethanol{}.text()+strings.ReplaceAll(waterChain(50), " 1 0\n", " 0.2 0\n"))
	_, _, err = Prepare(path, Options{Span: 5})
	require.ErrorContains(t, err, "the molecule of 4 atoms from frame 120 on: C 0 and H 1 have a distance of 0.2 in frame 120, nearer than atoms are")
}

// TestFlexible: no bond is a stick where none is wanted.
func TestFlexible(t *testing.T) {
	data, _, err := ethanol{}.prepare(t, Options{Sticks: NoSticks})
	require.NoError(t, err)
	require.Empty(t, data.Train[0].Objects)
	require.Len(t, data.Train[0].Bonds, 8)
	require.Contains(t, data.About.Source, "no sticks")
	_, _, err = Prepare(writeText(t, "ethanol.xyz", ethanol{}.text()), Options{Span: 10, Sticks: NoSticks, Molecule: "ethanol"})
	require.ErrorContains(t, err, "sticks none wants none")
}

// TestChargesAndEnergies of extended XYZ are fields where all molecules have them.
func TestChargesAndEnergies(t *testing.T) {
	charged := func(comment string, extra string) string {
		return ethanol{comment: func(int) string { return comment }, line: func(_, _ int, symbol string, at [3]float64) string {
			return strings.Join([]string{symbol, fmt.Sprint(at[0]), fmt.Sprint(at[1]), fmt.Sprint(at[2]), extra}, " ")
		}}.text()
	}
	with := charged("Properties=species:S:1:pos:R:3:initial_charges:R:1:forces:R:3 energy=2", "-0.25 1 2 3")
	data, _, err := Prepare(writeText(t, "one.xyz", with), Options{Span: 5})
	require.NoError(t, err)
	require.Equal(t, float32(-0.25), system.Charge.Of(&data.Train[0])[8])
	data, _, err = Prepare(writeText(t, "one.xyz", with), Options{Span: 5, Heavy: true})
	require.NoError(t, err)
	require.Len(t, system.Charge.Of(&data.Train[0]), 3, "hydrogens are dropped")
	data, notes, err := Prepare(writeText(t, "two.xyz", with+waterChain(200)), Options{Span: 5})
	require.NoError(t, err)
	require.Equal(t, []string{"energies and forces are of some of the molecules alone, and left out", "charges are of some of the molecules alone, and left out"}, notes[:2])
	require.Nil(t, data.Train[0].Potential)
	require.Empty(t, system.Charge.Of(&data.Train[0]))
	plain, _, err := Prepare(writeText(t, "plain.xyz", ethanol{}.text()+waterChain(200)), Options{Span: 5})
	require.NoError(t, err)
	withSpeeds := func(later int, times float64) string {
		return ethanol{comment: func(int) string { return "Properties=species:S:1:pos:R:3:velo:R:3" }, line: func(frame, atom int, symbol string, at [3]float64) string {
			_, v := ethanol{}.place(frame+later, atom)
			return fmt.Sprint(symbol, " ", at[0], " ", at[1], " ", at[2], " ", times*v[0], " ", times*v[1], " ", times*v[2])
		}}.text()
	}
	moving := withSpeeds(0, 1)
	_, notes, err = Prepare(writeText(t, "moving.xyz", moving), Options{Span: 5})
	require.NoError(t, err)
	require.Len(t, notes, 1)
	require.Contains(t, notes[0], "velocities follow from the velocities of the file")
	for why, wrong := range map[string]string{"against which they point": withSpeeds(0, -1), "or they are of other atoms or frames": withSpeeds(20, 1)} {
		_, notes, err = Prepare(writeText(t, "wrong.xyz", wrong), Options{Span: 5})
		require.NoError(t, err)
		require.Contains(t, notes[0], why)
	}
	data, notes, err = Prepare(writeText(t, "some.xyz", moving+waterChain(200)), Options{Span: 5})
	require.NoError(t, err)
	require.Equal(t, []string{"velocities are of some of the molecules alone, and left out"}, notes[:1])
	allclose.Within(t, plain.Train[0].Velocity, data.Train[0].Velocity, 1e-5)
}

// TestAgreementOfMolecules: what only some molecules have is left out, times of frames are equal up to a thousandth, and all know the elements of all.
func TestAgreementOfMolecules(t *testing.T) {
	two := func() []*source {
		return []*source{moving([]int64{8, 1}, [][2]float64{{0, 0}, {1, 0}}), moving([]int64{6}, [][2]float64{{0, 0}})}
	}
	all := two()
	require.Empty(t, agree(all))
	for _, s := range all {
		require.ElementsMatch(t, []int64{8, 1, 6}, s.known)
		require.False(t, s.celled)
	}
	for what, set := range map[string]func(t *trajectory){
		"energies and forces": func(t *trajectory) { t.energy, t.forces = []float64{1}, []float64{1} },
		"charges":             func(t *trajectory) { t.charges = []float64{1} },
		"velocities":          func(t *trajectory) { t.speeds = []float64{1} },
	} {
		for of := range 2 {
			all := two()
			set(all[of].trajectory)
			require.Equal(t, []string{what + " are of some of the molecules alone, and left out"}, agree(all))
			require.False(t, all[of].hasEnergies() || all[of].trajectory.hasCharges() || all[of].speeds != nil)
		}
		all := two()
		set(all[0].trajectory)
		set(all[1].trajectory)
		require.Empty(t, agree(all), "both have them")
		require.True(t, all[1].hasEnergies() || all[1].trajectory.hasCharges() || all[1].speeds != nil)
	}
	half := two()
	half[0].trajectory.energy = []float64{1}
	require.False(t, half[0].hasEnergies(), "without forces")
	for second, same := range map[float64]bool{2.0019: true, 2.0021: false, 1.9981: true, 1.9979: false, 0: false} {
		all := two()
		all[0].frameTime, all[1].frameTime = 2, second
		notes := agree(all)
		require.Equal(t, same, len(notes) == 0, "%g", second)
		if !same {
			require.Equal(t, []string{"frames of the molecules take different times, or those of some are not known: velocities are in angstrom a frame"}, notes)
			require.Zero(t, all[0].frameTime)
		}
	}
}
