package artifact

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/internal/test/fixtures"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// TestComparedVelocities: velocities are compared if they are true ones and all samples have targets of them.
func TestComparedVelocities(t *testing.T) {
	samples := fixtures.Samples(system.Composition{1}, 2, 1)
	for i := range samples {
		samples[i].TargetVelocity = samples[i].Velocity
	}
	position, velocity := make([]float32, 6), make([]float32, 6)
	of := func(trueVelocity bool) float64 {
		m := FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "gmn", TrueVelocity: trueVelocity}}})
		found, err := m.Compare(samples, position, velocity)
		require.NoError(t, err)
		return found.Velocity.Mean
	}
	require.Positive(t, of(true))
	require.True(t, math.IsNaN(of(false)))
	samples[0].TargetVelocity = nil
	require.True(t, math.IsNaN(of(true)))
	_, err := FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "gmn", TrueVelocity: true}}}).Compare(samples, position[:3], velocity)
	require.ErrorContains(t, err, "3")
}

// TestDamagedParts: what a file says of its topology and of what was measured is refused if it is damaged.
func TestDamagedParts(t *testing.T) {
	_, err := FromFile([]byte("no file"))
	require.ErrorContains(t, err, "not an ONNX file, or one that was cut short: export the model again")
	for _, c := range []struct{ key, text, want string }{
		{TopologyKey, "x", "its topology is damaged"}, {TopologyKey, `{"particles":0}`, "its topology is damaged (0 particles)"},
		{TopologyKey, `{"particles":1048577}`, "its topology is damaged (1048577 particles)"}, {CertificateKey, "x", "damaged"}, {JointsKey, "x", "what it says of its joints is damaged"},
	} {
		trained := law(t, 1, nil)
		info, err := Info(trained)
		require.NoError(t, err)
		info.Metadata[c.key] = c.text
		data, err := export.Model(trained.Model.Module, trained.Floats(), info)
		require.NoError(t, err)
		_, err = FromFile(data)
		require.ErrorContains(t, err, c.want, c.text)
	}
}

// TestRunsOfFiles: the run of a file has its metrics. That of a model that this program lacks is an error, and a file that
// was changed says so in place of what was measured.
func TestRunsOfFiles(t *testing.T) {
	trained := law(t, 1, nil)
	trained.Metrics = run.MetricsAt(3, 4, 0, 1)
	m := fileOf(t, trained)
	read, err := m.Run()
	require.NoError(t, err)
	require.Equal(t, trained.Metrics, read.Metrics)
	inspected := func(m *Model, graph bool) string {
		var text strings.Builder
		require.NoError(t, m.Inspect(&text, "m.onnx", graph))
		return text.String()
	}
	require.Contains(t, inspected(m, false), "  validated  epoch 3 has the lowest validation error")
	require.NotContains(t, inspected(m, false), "  changed")
	require.Greater(t, len(inspected(m, true)), len(inspected(m, false))+100, "the graph")
	changed := append([]byte{}, m.data...)
	changed[len(changed)-1] ^= 1
	m, err = FromFile(changed)
	require.NoError(t, err)
	require.Contains(t, inspected(m, false), "  changed   the file is not the one that gmnc exported and checked: another program rewrote it, or it is damaged\n")
	_, err = FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "none"}}}).Run()
	require.ErrorContains(t, err, "the model none is not built into this program, which has ")
	worse := law(t, 1, func(c *run.Config) { c.Data.Baseline = &run.Baseline{Name: "rest", Position: 1} })
	worse.Metrics = run.MetricsAt(3, 4, 0, 1)
	require.Contains(t, inspected(FromRun(worse), false), "  caveat    ")
}

// TestEnginesOfFiles are those that open files.
func TestEnginesOfFiles(t *testing.T) {
	names := fileEngines()
	for _, engine := range engines.All() {
		if engine.OpenFile != nil {
			require.Contains(t, names, engine.Name)
		} else {
			require.NotContains(t, names, engine.Name)
		}
	}
}

// TestFigures: differences have two digits, and none is named as such.
func TestFigures(t *testing.T) {
	require.Equal(t, []string{"0", "0.0012", "1.2e-07"}, []string{figureOf(0), figureOf(0.001234), figureOf(1.234e-7)})
	require.Equal(t, "maximum change 0.1, relative to the largest coordinate", errorOf(verify.Lengths, 0.1))
	require.Equal(t, "exactly equal", errorOf(verify.Agreement, 0))
	require.Equal(t, "maximum error 0.1, relative to the output's largest magnitude", errorOf(verify.Agreement, 0.1))
	tried := []verify.Tried{{Count: 7, Of: "systems"}}
	require.Empty(t, otherSystems(verify.Finding{Tried: tried}))
	require.Equal(t, " (without the systems of the caveat on rounding)", otherSystems(verify.Finding{Magnified: 1, Tried: tried}))
	require.Equal(t, " (without 2 of the 7 systems: see the caveat on rounding)", otherSystems(verify.Finding{Magnified: 1, MagnifiedSystems: 2, Tried: tried}))
	require.True(t, sameValues(nil, []int{}))
	require.True(t, sameValues([]int{1}, []int{1}))
	require.False(t, sameValues([]int{1}, []int{1, 2}))
	require.False(t, sameValues([]int{1}, []int{2}))
}
