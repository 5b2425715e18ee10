package measure

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/system"
)

// opened is a predictor that counts how often it is opened, asked and closed.
type opened struct{ opens, asked, closes int }

func (o *opened) open() (predict.Predictor, error) { o.opens++; return o, nil }
func (o *opened) Close() error                     { o.closes++; return nil }
func (o *opened) Predict([]system.Sample) (position, velocity []float32, err error) {
	return nil, nil, nil
}
func (o *opened) Outputs([]system.Sample) (map[string][]float32, error) {
	o.asked++
	return map[string][]float32{"position": {1}, "velocity": {2}}, nil
}

// TestTwinsAreOpenedWhenAsked: the model of a file is opened at once, and its twin when it is first asked. Both are closed, a twin that was never asked
// excepted.
func TestTwinsAreOpenedWhenAsked(t *testing.T) {
	trusted, closed, err := trust(nil, nil, nil, nil)
	require.NoError(t, err)
	require.Nil(t, trusted.Predictor)
	require.NoError(t, closed())
	for _, asks := range []int{0, 1, 2} {
		model, twin := new(opened), new(opened)
		trusted, closed, err := trust(nil, nil, model.open, twin.open)
		require.NoError(t, err)
		require.Equal(t, 1, model.opens)
		for range asks {
			outputs, err := trusted.Twin.Outputs(nil)
			require.NoError(t, err)
			require.Len(t, outputs, 2)
		}
		require.NoError(t, closed())
		require.Equal(t, opened{min(asks, 1), asks, min(asks, 1)}, *twin)
		require.Equal(t, 1, model.closes)
	}
	fails := func() (predict.Predictor, error) { return nil, errors.New("no engine") }
	_, _, err = trust(nil, nil, fails, nil)
	require.EqualError(t, err, "no engine")
	model := new(opened)
	trusted, closed, err = trust(nil, nil, model.open, fails)
	require.NoError(t, err)
	_, err = trusted.Twin.Outputs(nil)
	require.EqualError(t, err, "no engine")
	require.NoError(t, closed())
	trusted, closed, err = trust(nil, nil, model.open, nil)
	require.NoError(t, err)
	require.Nil(t, trusted.Twin)
	require.NoError(t, closed())
	require.Equal(t, 2, model.closes)
}

// TestMeasureOfSampled: a file is compared with the model of its weights where that is known, and is moved in any case.
func TestMeasureOfSampled(t *testing.T) {
	groups := []verify.Group{{Name: "(0,1)", Samples: sticks(1)}}
	reports, err := (&Sampled{Groups: groups}).Measure(config.Description{}, new(pushing))
	require.NoError(t, err)
	require.Len(t, reports, 1)
	require.Empty(t, reports[0].Findings)

	known := &Sampled{Groups: groups, Trusted: func() (predict.Predictor, error) { return new(pushing), nil }}
	reports, err = known.Measure(config.Description{}, new(pushing))
	require.NoError(t, err)
	require.Len(t, reports, 2)
	require.NoError(t, reports[0].Err())
	require.Equal(t, []string{verify.Sampled}, kinds(reports[0].Findings))

	unknown := &Sampled{Groups: groups, Trusted: func() (predict.Predictor, error) { return nil, errFails }}
	_, err = unknown.Measure(config.Description{}, new(pushing))
	require.ErrorIs(t, err, errFails)
}
