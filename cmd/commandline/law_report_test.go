package commandline

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict/law"
	"gmnc/run"
	"gmnc/runtime"
)

// TestPrintedLaw: the text has the force and its unit, how much of it pairs explain, doubts, curves, forms that were compared,
// and constants.
func TestPrintedLaw(t *testing.T) {
	form := func(text string, left float64) law.Form {
		return law.Form{Name: text, Text: text, Left: left, LaTeX: text}
	}
	printed := func(c lawCommand, report lawReport) string {
		var out, notes bytes.Buffer
		c.print(newTerminal(&out, &notes, manner{}, runtime.Alone{}), &report)
		require.Empty(t, notes.String())
		return out.String()
	}
	found := &law.Law{Samples: 3, Particles: 12, Force: 0.25, Explained: 0.96, Curves: []law.Curve{{Pairs: "free", Share: 1, Forms: []law.Form{form("3 / r", 0.01)}}}}
	text := printed(lawCommand{}, lawReport{Law: found, Unit: "N"})
	require.Contains(t, text, "force on 12 particles of 3 samples: root mean square 0.25 N\nforces between pairs explain 96.0 % of its squares\n")
	require.Contains(t, text, "100.0 % of all: 3 / r, with a residual of 1.0 %\n")
	for _, absent := range []string{"noise", "the rest depends", "forms were compared", "constant ", "force of "} {
		require.NotContains(t, text, absent)
	}
	found.Explained, found.Curves[0].Forms = 0.94, append(found.Curves[0].Forms, form("4 / r^2", 0.5))
	text = printed(lawCommand{}, lawReport{Law: found, Noise: true, Undecided: true, Constants: []run.FoundConstant{{Name: "gravity", Value: 2}}, Forces: []run.ForceFormula{{Name: "spring", Text: "-k x", LaTeX: "-kx"}}})
	require.Contains(t, text, "root mean square 0.25\nno force beyond what noise explains: ")
	require.Contains(t, text, "validation samples are too few, or too unlike, ")
	require.Contains(t, text, "explain 94.0 % of its squares; the rest depends on more than two particles, and the curves contain its average\n")
	require.Contains(t, text, "forms were compared with the network's force, whose own error is not known: ")
	require.Contains(t, text, "gmnc law --form best fits them")
	require.NotContains(t, printed(lawCommand{Form: "power"}, lawReport{Law: found}), "forms were compared", "a form was named")
	require.Contains(t, text, "constant gravity")
	require.Contains(t, text, "force of spring")
	require.Contains(t, text, "\n  LaTeX: -kx\n")
	require.NotContains(t, printed(lawCommand{Form: "power"}, lawReport{Law: found}), "forms were compared")
	require.Equal(t, "constant gravity: 2\n", printed(lawCommand{}, lawReport{Constants: []run.FoundConstant{{Name: "gravity", Value: 2}}}))
}

// TestTableOfCurves: a row for each knot of each curve.
func TestTableOfCurves(t *testing.T) {
	require.Equal(t, "pairs,times_charges,distance,force,pairs_of_data\nfree,true,0.5,-2,7\nfree,true,1,3,8\nbonds,false,2,0,1\n", string(curvesTable(&law.Law{Curves: []law.Curve{
		{Pairs: "free", Charges: true, Points: []law.Point{{Distance: 0.5, Force: -2, Pairs: 7}, {Distance: 1, Force: 3, Pairs: 8}}},
		{Pairs: "bonds", Points: []law.Point{{Distance: 2, Pairs: 1}}},
	}})))
}

// TestOptionsOfLaw: tables and formulas have their extensions, and forms are known or the best.
func TestOptionsOfLaw(t *testing.T) {
	for _, c := range []struct {
		command lawCommand
		want    string
	}{
		{lawCommand{}, ""}, {lawCommand{Form: bestForm, CSV: "a.csv", Write: "a.json"}, ""}, {lawCommand{Form: law.FormNames()[1]}, ""},
		{lawCommand{Form: "cubic"}, "there is no --form cubic; known: best, " + law.FormNames()[0]},
		{lawCommand{CSV: "a.txt"}, ".csv"}, {lawCommand{Write: "a.txt"}, ".json"},
	} {
		if err := c.command.Validate(); c.want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.want)
		}
	}
}

// TestFittingForm: where the chosen form misses the recordings, the first other form that fits them is
// taken, of those with the fewest constants first; a fit that fails does not fit, and an interrupt ends it.
func TestFittingForm(t *testing.T) {
	of := func(name string, left float64, constants int) law.Form {
		return law.Form{Name: name, Left: left, Constants: make([]law.Constant, constants)}
	}
	fits, misses := run.Fit{Text: "fits", Known: true}, run.Fit{Text: "misses", Known: true, Misses: true}
	for _, c := range []struct {
		first run.Fit
		fit   string // the form that fits
		stop  error
		tried []string
		taken string
	}{
		{fits, "power", nil, nil, "spring"},
		{run.Fit{Text: "unknown"}, "power", nil, nil, "spring"},
		{misses, "power", nil, []string{"Yukawa", "power"}, "power"},
		{misses, "two", nil, []string{"Yukawa", "power", "two"}, "two"},
		{misses, "", nil, []string{"Yukawa", "power", "two"}, "spring"},
		{misses, "power", context.Canceled, []string{"Yukawa"}, "Yukawa"},
	} {
		found := &law.Law{Curves: []law.Curve{{Forms: []law.Form{of("spring", 0.5, 2), of("two", 0.1, 4), of("power", 0.3, 2), of("Yukawa", 0.2, 2)}}}}
		first := &run.Run{Metrics: map[string]string{}}
		first.SetFit(c.first)
		var tried []string
		var notes bytes.Buffer
		got, err := fittingForm(newTerminal(io.Discard, &notes, manner{}, runtime.Alone{}), found, first, func() (*run.Run, error) {
			name := found.Curves[0].Forms[0].Name
			if tried = append(tried, name); name == "Yukawa" {
				return nil, cmp.Or(c.stop, errors.New("no fit"))
			}
			other := &run.Run{Metrics: map[string]string{}}
			if other.SetFit(misses); name == c.fit {
				other.SetFit(fits)
			}
			return other, nil
		})
		require.Equal(t, c.tried, tried)
		require.Equal(t, c.taken, found.Curves[0].Forms[0].Name)
		require.ErrorIs(t, err, c.stop)
		if c.stop == nil {
			require.Equal(t, c.taken == "spring", got == first)
			require.Equal(t, c.taken != "spring", strings.Contains(notes.String(), "the form spring does not fit the recordings, and the form "+c.taken+" does"))
		}
	}
	two := law.Curve{Forms: []law.Form{of("power", 0, 2)}}
	require.Nil(t, (&law.Law{Curves: []law.Curve{two, two}}).Names())
	require.Equal(t, []string{"power"}, (&law.Law{Curves: []law.Curve{{Constrained: true, Forms: two.Forms}, two}}).Names())
}
