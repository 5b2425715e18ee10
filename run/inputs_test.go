package run_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// TestSurplusAndMissingInputs: samples and data sets without charges, with charges, or with
// masses are refused by models that were trained on others, and the error names what differs.
func TestSurplusAndMissingInputs(t *testing.T) {
	sample := func(fields ...*system.Field) system.Sample {
		s := fixtures.Samples(system.Composition{2}, 1, 1)[0]
		s.Charge = nil
		for _, f := range fields {
			f.Set(&s, slices.Repeat([]float32{1}, f.Count(&s)*f.Columns))
		}
		return s
	}
	for _, c := range []struct {
		model          string
		trained, given []*system.Field
		want           string // the end of the error about the sample; "" for none
	}{
		{"gmn", nil, nil, ""},
		{"gmn", []*system.Field{system.Charge}, []*system.Field{system.Charge}, ""},
		{"gmn", []*system.Field{system.Charge}, nil, "sample 1 has no charges, which the model takes: give one for each particle, or train on data without charges"},
		{"gmn", nil, []*system.Field{system.Charge}, "sample 1 has charges, and the model was trained on data without any: leave them out, or train on data that have them"},
		{"gmn", nil, []*system.Field{system.Mass}, ""}, // which it never reads
		{"gmn-ode", nil, []*system.Field{system.Mass}, "sample 1 has mass (masses of the particles), and the model was trained on data without: leave that out, or train on data that have it"},
		{"gmn-ode", []*system.Field{system.Mass}, []*system.Field{system.Mass}, ""},
		{"gmn-ode", []*system.Field{system.Mass}, nil, ""}, // masses are 1 then
		{"gmn-ode", []*system.Field{system.Mass}, []*system.Field{system.Mass, system.Gravity}, "sample 1 has gravity (acceleration due to gravity, one vector for each system), and the model was trained on data without: leave that out, or train on data that have it"},
	} {
		cfg := config.DefaultConfig()
		cfg.Model = c.model
		cfg = run.ModelFor(cfg, &datasets.Data{Train: []system.Sample{sample(c.trained...)}})
		given := sample(c.given...)
		require.ErrorContains(t, run.CheckInputs(cfg, []system.Sample{{}}), "sample 0 has no particles, expected one or more")
		err := run.CheckInputs(cfg, []system.Sample{sample(c.trained...), given})
		ofData := run.CheckData(cfg, &datasets.Data{Train: []system.Sample{given}})
		if c.want == "" {
			require.NoError(t, err)
			require.NoError(t, ofData)
			continue
		}
		require.EqualError(t, err, c.want)
		require.ErrorContains(t, ofData, "the data set has ", c.want)
	}
}
