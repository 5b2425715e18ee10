package deploy

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/run"
)

// TestStatedErrors: a stated error holds within a thousandth of the measured one.
func TestStatedErrors(t *testing.T) {
	for stated, holds := range map[float64]bool{4: true, 4.0039: true, 3.9961: true, 4.0041: false, 3.9959: false} {
		s := &StatedError{Data: "d.npz", Samples: 7, Stated: stated, Measured: 4}
		require.Equal(t, holds, s.holds(), "%g", stated)
		var text strings.Builder
		s.write(&text)
		require.Equal(t, holds, strings.Contains(text.String(), "The root mean squared error on the 7 validation samples of d.npz is 2, as the file states."), "%g", stated)
	}
	var text strings.Builder
	(*StatedError)(nil).write(&text)
	require.Empty(t, text.String())
}

// TestFilesThatStateTheirError: files state the error of one prediction on the validation samples, unless it is of several
// steps or runs, of weights before they were rounded, of an energy, or not known.
func TestFilesThatStateTheirError(t *testing.T) {
	of := func(model string, change func(r *run.Run)) *run.Run {
		c := config.Config{Model: model, Form: config.Published, Layers: 1, Hidden: 4}
		built, err := builder.New(c, false)
		require.NoError(t, err)
		trained := &run.Run{Config: run.Config{Model: c, Training: &run.Options{}}, Model: built, Metrics: run.MetricsAt(1, 0.5, 0, 0)}
		change(trained)
		return trained
	}
	rounded := &artifact.Certificate{Rounding: &artifact.Rounding{}}
	for _, c := range []struct {
		name        string
		change      func(r *run.Run)
		certificate *artifact.Certificate
		want        bool
	}{
		{"one step", func(*run.Run) {}, nil, true},
		{"a certificate", func(*run.Run) {}, &artifact.Certificate{}, true},
		{"rounded", func(*run.Run) {}, rounded, false},
		{"steps", func(r *run.Run) { r.Config.Training.Unroll = 1 }, nil, false},
		{"runs", func(r *run.Run) { r.Config.Model.Runs = 2 }, nil, false},
		{"no options", func(r *run.Run) { r.Config.Training = nil }, nil, false},
		{"no error", func(r *run.Run) { r.Metrics = run.MetricsAt(1, math.Inf(1), 0, 0) }, nil, false},
	} {
		require.Equal(t, c.want, statesError(of("gmn", c.change), c.certificate), c.name)
	}
}
