package artifact

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/testenv"
	"gmnc/onnx"
	"gmnc/run"
	"gmnc/system"
)

// TestDescribe: a file is described by values, which JSON takes, and a changed one without its
// certificate.
func TestDescribe(t *testing.T) {
	for _, name := range []string{"model", "cart"} {
		m, err := Load(filepath.Join(testenv.Root(), "testdata", "golden", name+".onnx"))
		require.NoError(t, err)
		d, err := m.Describe(name)
		require.NoError(t, err)
		require.Equal(t, m.Certificate(), d.Certificate)
		require.Equal(t, len(m.Bytes()), d.File.Bytes)
		require.NotEmpty(t, d.File.Inputs)
		_, err = json.Marshal(d)
		require.NoError(t, err)
		m.file.Changed = true
		d, err = m.Describe(name)
		require.NoError(t, err)
		require.True(t, d.File.Changed)
		require.Nil(t, d.Certificate)
	}
}

// TestDescribeData: a file in joint coordinates has the ranges of its joints alone.
func TestDescribeData(t *testing.T) {
	data := recorded()
	data.Ranges = &system.Ranges{Particles: &system.Range{Least: 18, Most: 18}}
	m := &Model{run: &run.Run{Config: run.Config{Data: data}}}
	d := m.describeData(m.run.Config)
	require.Equal(t, data.Ranges.Particles, d.Ranges.Particles)
	require.Equal(t, data.Joints, d.Joints)
	m.joints = &Joints{}
	d = m.describeData(m.run.Config)
	require.Nil(t, d.Ranges)
	require.Nil(t, d.Joints, "of another robot")
	require.Nil(t, m.describeData(run.Config{}))
}

func TestTensorOf(t *testing.T) {
	d := onnx.Declaration{Name: "mass", Type: onnx.Float, Ranked: true, Doc: "[batch, 1]: masses, in kg", Axes: []onnx.Axis{{Size: -1, Name: "batch"}, {Size: 1}}}
	want := TensorOfFile{Name: "mass", Type: "float32", Shape: []any{"batch", 1}, Meaning: "masses, in kg", text: `"mass" (float32 [batch, 1]): masses, in kg`}
	require.Equal(t, want, tensorOf(d))
	require.Equal(t, TensorOfFile{Name: "n", Type: "int64", text: `"n" (int64 of any shape)`}, tensorOf(onnx.Declaration{Name: "n", Type: onnx.Int64}))
	require.Equal(t, []any{}, tensorOf(onnx.Declaration{Ranked: true, Type: onnx.Int64}).Shape, "of a scalar")
}

func TestCounted(t *testing.T) {
	require.Equal(t, []string{"1 plane", "2 planes", "1 axis", "3 axes"}, []string{counted(1, "plane"), counted(2, "plane"), counted(1, "axis"), counted(3, "axis")})
}

func TestTakesBodies(t *testing.T) {
	require.Equal(t, "and rigid bodies", takesBodies(config.Config{OnTrees: true, Bodies: true}))
	require.Equal(t, "and rigid bodies that no tree holds", takesBodies(config.Config{Bodies: true}))
	require.Equal(t, "without rigid bodies", takesBodies(config.Config{Integrator: config.RungeKutta4}))
	require.Equal(t, "and rigid bodies", takesBodies(config.Config{}))
}
