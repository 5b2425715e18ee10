package run

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMetricsRoundTrip: epochs are read as they were written, with their constants. An epoch that did
// not end has none, and what was not measured is NaN.
func TestMetricsRoundTrip(t *testing.T) {
	store := NewMemory("memory")
	constants := []FoundConstant{{Name: "mass", Of: "a", Value: 1.5}, {Name: "damping", Value: 0.25}}
	epochs := []Epoch{{Epoch: 1, Train: 1. / 3, Valid: math.NaN(), Time: 1.25, Constants: constants}, {Epoch: 2, Train: math.NaN(), Valid: 0.5, Time: 2, Note: "it diverged"}}
	require.NoError(t, WriteMetrics(store, epochs))
	got, err := ReadMetrics(store)
	require.NoError(t, err)
	require.Len(t, got, 2)
	require.True(t, math.IsNaN(got[0].Valid))
	require.True(t, math.IsNaN(got[1].Train))
	for i := range got {
		got[i].Train, got[i].Valid = epochs[i].Train, epochs[i].Valid
	}
	require.Equal(t, epochs[0].Constants, got[0].Constants)
	require.Equal(t, []any{1, 1.25, ""}, []any{got[0].Epoch, got[0].Time, got[0].Note})
	require.Equal(t, []any{2, 2., "it diverged"}, []any{got[1].Epoch, got[1].Time, got[1].Note})
	require.Empty(t, got[1].Constants)
	require.NoError(t, WriteMetrics(store, nil))
	got, err = ReadMetrics(store)
	require.NoError(t, err)
	require.Empty(t, got)
}

// TestWrongMetrics: what is no number is named with its column and its line.
func TestWrongMetrics(t *testing.T) {
	const header = "epoch,train_loss,valid_mse,seconds,note"
	for text, want := range map[string]string{
		"":                                    "memory/metrics.csv is no run's metrics: its first line is not " + header,
		"epoch\n":                             "is no run's metrics",
		"a,train_loss,valid_mse,seconds,note": "is no run's metrics",
		header + "\nx,1,1,1,\n":               `memory/metrics.csv, line 2: epoch "x" is not a whole number`,
		header + "\n1,1,1,1,\n2,x,1,1,\n":     `line 3: train_loss "x" is not a number`,
		header + "\n1,1,x,1,\n":               `valid_mse "x" is not a number`,
		header + "\n1,1,1,x,\n":               `seconds "x" is not a number`,
		header + ",mass of a\n1,1,1,1,,x\n":   `mass of a "x" is not a number`,
		header + "\n1,1\n":                    "wrong number of fields",
	} {
		store := NewMemory("memory")
		require.NoError(t, store.Write(MetricsName, []byte(text)))
		_, err := ReadMetrics(store)
		require.ErrorContains(t, err, want)
	}
	_, err := ReadMetrics(NewMemory("none"))
	require.ErrorContains(t, err, "cannot read the run's metrics: ")
}

// TestWithoutWeights: why a run has no weights follows from its metrics.
func TestWithoutWeights(t *testing.T) {
	store, trained := NewMemory("memory"), Config{Training: &Options{}}
	require.ErrorContains(t, withoutWeights(store, trained), "it was removed; put it back, or make the run anew", "without metrics")
	for want, epochs := range map[string][]Epoch{
		"its training has not reached a validation yet; let it, or go on with resume": {{Epoch: 1, Valid: math.NaN()}},
		"its training ended before a validation: it diverged":                         {{Epoch: 1, Valid: math.NaN()}, {Epoch: 2, Valid: 1, Note: "it diverged"}},
		"it was removed, as there was a validation after epoch 2; put it back":        {{Epoch: 1, Valid: math.NaN()}, {Epoch: 2, Valid: 1}, {Epoch: 3, Valid: 2}},
	} {
		require.NoError(t, WriteMetrics(store, epochs))
		require.ErrorContains(t, withoutWeights(store, trained), want)
		require.ErrorContains(t, withoutWeights(store, Config{}), "it was removed; put it back, or make the run anew")
	}
}

// TestFormatNumber: a number is formatted to its last bit, and NaN is empty.
func TestFormatNumber(t *testing.T) {
	require.Equal(t, "0.1", FormatNumber(0.1))
	require.Equal(t, "0.30000000000000004", FormatNumber(math.Nextafter(0.3, 1)))
	require.Empty(t, FormatNumber(math.NaN()))
	require.Equal(t, "+Inf", FormatNumber(math.Inf(1)))
}

// TestRowsOfMetrics: times have milliseconds, and an epoch that did not end has no constants.
func TestRowsOfMetrics(t *testing.T) {
	store := NewMemory("memory")
	mass := []FoundConstant{{Name: "mass", Value: 2}}
	require.NoError(t, WriteMetrics(store, []Epoch{{Epoch: 1, Train: 1, Valid: 0.5, Time: 1.23456, Constants: mass}, {Epoch: 2, Train: math.NaN(), Valid: math.NaN(), Note: "it diverged"}}))
	text, err := store.Read(MetricsName)
	require.NoError(t, err)
	require.Contains(t, string(text), "\n1,1,0.5,1.235,,2\n2,,,0.000,it diverged,\n")
	require.NoError(t, WriteMetrics(store, []Epoch{{Epoch: 1, Valid: 1}}))
	require.ErrorContains(t, withoutWeights(store, Config{Training: &Options{}}), "there was a validation after epoch 1")
}
