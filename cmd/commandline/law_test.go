package commandline

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
)

// TestLaw: forces of a gmn-ode come out in words, as numbers and in a picture; other models
// and models without networks have none to read.
func TestLaw(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	of := func(name string, options ...string) string {
		to := filepath.Join(folder, name)
		gmnc(t, s.training(to, options...)...)
		return to
	}
	trained := of("run", "--model", "gmn-ode", "--messages", "none")
	picture, table := filepath.Join(folder, "law.svg"), filepath.Join(folder, "law.csv")
	out := gmnc(t, "law", trained, s.data, "-o", picture, "--csv", table).out
	require.Regexp(t, `^force on \d+ particles of \d+ samples: root mean square [\d.e-]+`, out)
	require.Contains(t, out, "rigid pairs: the motion does not determine a force along a rigid bar")
	require.Contains(t, gmnc(t, "law", trained, s.data, "--json").out, `"explained":`)
	require.FileExists(t, picture)
	rows, err := os.ReadFile(table)
	require.NoError(t, err)
	require.Regexp(t, `^pairs,times_charges,distance,force,pairs_of_data\nfree,false,`, string(rows))

	formula := filepath.Join(folder, "law.json")
	require.NoError(t, os.WriteFile(formula, []byte(`{"forces": [{"charges": true, "form": "power", "constants": {"A": 1, "n": 2}}]}`), 0o644))
	mechanics, again := of("mechanics", "--model", "gmn-ode", "--layers", "2", "--law", formula), filepath.Join(folder, "again.json")
	out = gmnc(t, "law", mechanics, s.data, "--write", again).out
	require.Regexp(t, `free pairs, times both charges, .*: [\d.]+ / r\^[\d.]+, with a residual`, out)
	require.Regexp(t, `n = [\d.]+ \+- [\d.e-]+`, out, "its standard error")
	require.FileExists(t, again)
	requireFailure(t, "--form power: the forms of "+mechanics+" are known, from --law of its training", "law", mechanics, s.data, "--form", "power")
	require.Equal(t, exitUsage, call(t.Context(), s.training(filepath.Join(folder, "gmn"), "--law", again)...).code)
	for _, flag := range []string{"--messages=none", "--radial=square", "--direction=difference"} {
		refused := call(t.Context(), s.training(filepath.Join(folder, "refused"), "--model", "gmn-ode", "--law", again, flag)...)
		require.Equal(t, exitUsage, refused.code, flag)
		require.Contains(t, refused.err, "does not go with --law, which takes the place of the network")
	}

	requireFailure(t, "already", "law", trained, s.data, "-o", picture)
	requireFailure(t, "has no forces between particles that can be read", "law", s.run, s.data)
	require.Equal(t, exitUsage, call(t.Context(), "law", trained, s.data, "--csv", "law.txt").code)
	require.Equal(t, exitUsage, call(t.Context(), "law", trained, s.data, "--form", "cubic").code)
}

// TestFormOfLaw: curves that have the form that was named take it; a law that is known, or of
// constants alone, has none to take.
func TestFormOfLaw(t *testing.T) {
	folder := t.TempDir()
	data, trained, alone := filepath.Join(folder, "data.npz"), filepath.Join(folder, "run"), filepath.Join(folder, "alone")
	gmnc(t, "simulate", "--system", "3,0,0", "--train", "60", "--valid", "50", "--test", "1", "-o", data)
	training := []string{"train", data, "--model", "gmn-ode", "--layers", "1", "--batch", "20"}
	gmnc(t, append(training, "-o", trained, "--messages", "none", "--hidden", "8", "--lr", "2e-2", "--epochs", "10")...)
	taken := gmnc(t, "law", trained, data, "--form", "power").out
	line := regexp.MustCompile(`(?m)^free pairs, times both charges, .* of all: (none of the forms fits the network's force; the closest is )?[\d.]+ / r\^[\d.]+, with a residual of ([\d.]+) %$`).FindStringSubmatch(taken)
	require.NotNil(t, line, taken)
	left, err := strconv.ParseFloat(line[2], 64)
	require.NoError(t, err)
	require.Equal(t, left > 10, line[1] != "", "a form fits that leaves a tenth or less: %s", line[0])
	require.Regexp(t, `next best, (power and|two|Morse)`, taken, "the form by default")

	best := filepath.Join(folder, "best.json")
	tried := gmnc(t, "law", trained, data, "--form", "best", "--write", best)
	require.Regexp(t, `(?m)^q q \(.* / r\^.*\): median error [\d.]+$`, tried.err)
	require.FileExists(t, best)

	lacking := filepath.Join(folder, "lacking.npz")
	without, err := datasets.Read(data)
	require.NoError(t, err)
	for k := range without.Valid { // so that no force is better than the one that was learned
		s := &without.Valid[k]
		for i := range s.Position {
			s.TargetPosition[i], s.TargetVelocity[i] = s.Position[i]+s.Velocity[i], s.Velocity[i]
		}
	}
	require.NoError(t, datasets.Write(lacking, without))
	require.Contains(t, gmnc(t, "law", trained, lacking, "--form", "best").err, "--form best tries no form: the force is noise")
	without.Valid, lacking = nil, filepath.Join(folder, "none.npz")
	require.NoError(t, datasets.Write(lacking, without))
	requireFailure(t, "none.npz has no validation samples, by which it chooses", "law", trained, lacking, "--form", "best")

	gmnc(t, append(training, "-o", alone, "--forces", "none", "--learn", "gravity", "--epochs", "1")...)
	requireFailure(t, "--form power: "+alone+" has no forces between pairs", "law", alone, data, "--form", "power")
	gmnc(t, "law", alone, data)
}

// TestLawOfUnreadMasses: a network that did not read masses learns forces on particles of
// mass 1. Formulas read masses, so none are fitted to such data or written.
func TestLawOfUnreadMasses(t *testing.T) {
	folder := t.TempDir()
	data, blind, seeing := filepath.Join(folder, "data.npz"), filepath.Join(folder, "blind"), filepath.Join(folder, "seeing")
	gmnc(t, "simulate", "--system", "3,0,0", "--mass", "20,20", "--train", "8", "--valid", "8", "--test", "1", "-o", data)
	training := []string{"train", data, "--model", "gmn-ode", "--layers", "1", "--batch", "8", "--messages", "none", "--hidden", "8", "--epochs", "1", "--valid-every", "1"}
	gmnc(t, append(training, "-o", blind, "--integrator", "verlet")...)
	require.Contains(t, gmnc(t, "law", blind, data).err, "data.npz has mass, which "+blind+" does not read: its forces are those of particles of mass 1")
	written := filepath.Join(folder, "law.json")
	refused := "has mass, which " + blind + " does not read and a law of formulas does, so constants would not fit: train with --integrator rk4"
	requireFailure(t, refused, "law", blind, data, "--form", "best")
	requireFailure(t, refused, "law", blind, data, "--write", written)
	require.NoFileExists(t, written)

	gmnc(t, append(training, "-o", seeing)...)
	require.NotContains(t, gmnc(t, "law", seeing, data, "--form", "best").err, "does not read")
}

// TestLawOfAFewSamples: without a form the curves are printed and can be written, data that a law
// cannot be found on are refused, and nothing that is there is replaced.
func TestLawOfAFewSamples(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	trained, table := filepath.Join(folder, "run"), filepath.Join(folder, "law.csv")
	gmnc(t, s.training(trained, "--model", "gmn-ode", "--messages", "none", "--hidden", "4", "--epochs", "1", "--valid-every", "1")...)
	require.Contains(t, gmnc(t, "law", trained, s.data, "--csv", table).out, "no force beyond what noise explains: validation samples are predicted as well without it\n")
	require.Contains(t, gmnc(t, "law", trained, s.data, "--form", "best").err, "--form best tries no form: the force is noise")
	requireFailure(t, "law.csv already exists", "law", trained, s.data, "--csv", table)
	requireFailure(t, "absent does not exist", "law", "absent", s.data)
	requireFailure(t, "absent.npz does not exist", "law", trained, "absent.npz")

	data, err := datasets.Read(s.data)
	require.NoError(t, err)
	other := filepath.Join(folder, "other.npz")
	refused := func(message string, flags ...string) {
		t.Helper()
		require.NoError(t, datasets.Write(other, data))
		requireFailure(t, message, append([]string{"law", trained, other}, flags...)...)
	}
	data.Valid = nil
	refused("other.npz has no validation samples, by which it chooses: name a form", "--form", "best")
	refused(`other.npz: the split "valid" has no samples: there are samples in [train, test]`, "--split", "valid")
	data.About.LengthUnit = "m"
	refused("the model was trained on positions in natural units, and the data set has positions in m")
}
