package deploy

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/deploy/measure"
	"gmnc/internal/test/mujoco"
	"gmnc/internal/test/recorded"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
)

// TestExported: an export has what was measured in each engine, on the test set and of rounding.
// Its file has the same certificate.
func TestExported(t *testing.T) {
	trained := small(t)
	trained.Config.Kernels = []string{"avx2"}
	trained.Config.Data = &run.DataInfo{File: "d.npz", Overlap: "Half of the samples overlap"}
	options := ofStick()
	options.Float16, options.Test = true, &TestSet{Info: &run.DataInfo{File: "other.npz", SHA256: "abc"}, Samples: targeted(3, 2)}
	exported, err := ExportWith(t.Context(), trained, options)
	require.NoError(t, err)
	require.Equal(t, []string{"avx2"}, exported.Kernels)
	require.Equal(t, trained.Caveats(), exported.Caveats)
	require.NotEmpty(t, exported.Caveats)
	require.Equal(t, "onnx-go", exported.Runtimes[0].Runtime)
	require.NotNil(t, exported.Rounding)
	require.Equal(t, 3, exported.Test.Samples)
	require.Nil(t, exported.Radius)
	model, err := artifact.FromFile(exported.File)
	require.NoError(t, err)
	text, err := exported.Certificate.Text()
	require.NoError(t, err)
	require.Equal(t, text, model.File().Metadata[artifact.CertificateKey])
	lines := exported.Lines()
	require.Equal(t, exported.Caveats, lines[len(lines)-len(exported.Caveats):])
	exported.Missing = []string{"missing"}
	require.Len(t, exported.Lines(), len(lines)+1)

	path := filepath.Join(t.TempDir(), "m.onnx")
	require.NoError(t, exported.Write(path))
	written, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.Equal(exported.File, written))

	options.Test.Samples = targeted(3, 2)
	options.Test.Samples[1].Objects = nil
	_, err = ExportWith(t.Context(), trained, options)
	require.ErrorContains(t, err, "other.npz: the test split: sample 1 has ")
}

// TestUnmeasured: the lines of an export have the kernels and the radius of the run, and for joints what
// their file does not check.
func TestUnmeasured(t *testing.T) {
	trained := small(t)
	trained.Config.Kernels = []string{"avx2"}
	coverage := &artifact.RadiusCoverage{Data: "d.npz"}
	plain := exporting{run: trained, radius: coverage}.unmeasured()
	require.Equal(t, []string{"avx2"}, plain.Kernels)
	require.Same(t, coverage, plain.Radius)
	require.Nil(t, plain.joints)
	require.Equal(t, "gmn-ode", plain.config.Model.Model)
	arm, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	e, err := prepare(arm, Options{Joints: &Joints{Data: data}})
	require.NoError(t, err)
	require.Contains(t, e.unmeasured().Lines()[0], "The constants are those of one robot, with the joints linkA, linkB.")
}

// TestLimitedExport: an export of a model that limits forces says in how many systems it does.
func TestLimitedExport(t *testing.T) {
	exported, err := ExportWith(t.Context(), drawn(t, config.Config{Model: "egnn", Form: config.Published, Layers: 1, Hidden: 2, Clamp: config.ComponentClamp}), ofStick())
	require.NoError(t, err)
	require.Contains(t, exported.Limited, "The published limit on each component of a force")
	require.Contains(t, exported.Lines(), exported.Limited)
}

// TestNoFileBeforeCalibration: a file that cannot be encoded is refused before its radius is calibrated.
func TestNoFileBeforeCalibration(t *testing.T) {
	_, err := ExportWith(t.Context(), small(t), Options{Loop: true, Radius: ofLevel(nil)})
	require.ErrorContains(t, err, "loop: the model has no four steps")
	_, err = ExportWith(t.Context(), small(t), Options{Radius: ofLevel(nil)})
	require.ErrorContains(t, err, "there are none: they calibrate it")
	_, err = Export(small(t), 3)
	require.ErrorContains(t, err, "opset 3 cannot be written")
}

// TestNotWritten: an export whose file is broken, too deep for its trees, or not measured to the
// end says which of these holds.
func TestNotWritten(t *testing.T) {
	e := exporting{run: small(t), topology: inside()}
	file := encoded(t, e, nil)
	for want, broken := range map[string]error{
		"too_deep_or_in_a_circle; no file is written that breaks a promise: give a larger depth, ": errors.New("node too_deep_or_in_a_circle"),
		"the file was not measured to the end: in a: ":                                             fmt.Errorf("in a: %w", runtime.ErrMemory),
		"on your own training inputs the file is off by 0.5 at most":                               errors.New("rotations: off"),
	} {
		exported := new(Exported)
		found := measurer{measured: []artifact.Measured{{Findings: []verify.Finding{{Own: 0.5}}}}, missing: []string{"b"}, broken: broken}
		err := e.inEngines(t.Context(), found, file, exported)
		require.ErrorIs(t, err, broken)
		require.ErrorContains(t, err, want)
		require.Equal(t, found.measured, exported.Runtimes)
		require.Equal(t, found.missing, exported.Missing)
	}
	require.NoError(t, e.inEngines(t.Context(), measurer{}, file, new(Exported)))
	err := e.inEngines(t.Context(), measurer{}, bytes.Replace(file, []byte("MatMul"), []byte("MutMul"), 1), new(Exported))
	require.ErrorContains(t, err, "the file's structure is wrong: ")
}

// TestSameModel: two files are the same model if they differ in their metadata alone, and the
// second has its digest.
func TestSameModel(t *testing.T) {
	e := exporting{run: small(t), topology: inside()}
	file, stated := encoded(t, e, nil), encoded(t, e, certified())
	require.NoError(t, sameModel(file, stated))
	other := encoded(t, exporting{run: small(t)}, nil)
	require.ErrorContains(t, sameModel(file, other), "two encodings of it differ")
	functions := encoded(t, exporting{run: small(t), topology: inside(), functions: true}, nil)
	require.ErrorContains(t, sameModel(file, functions), "two encodings of it differ")
	wrong := bytes.Replace(stated, []byte(`"allowed":1`), []byte(`"allowed":2`), 1)
	require.ErrorContains(t, sameModel(file, wrong), "the file does not have its own digest")
	require.ErrorContains(t, sameModel(file[:len(file)/2], stated), "not an ONNX model, or a damaged or cut-short one")
	require.ErrorContains(t, sameModel(file, stated[:len(stated)/2]), "not an ONNX model, or a damaged or cut-short one")
}

// TestHolder: files in joint coordinates are compared by joints, and others by particles.
func TestHolder(t *testing.T) {
	against, err := exporting{run: small(t), topology: inside()}.holder()
	require.NoError(t, err)
	require.IsType(t, new(measure.Measurement), against)
	require.Len(t, against.(*measure.Measurement).References, len(against.(*measure.Measurement).Groups))
	arm, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	e, err := prepare(arm, Options{Joints: &Joints{Data: data}})
	require.NoError(t, err)
	against, err = e.holder()
	require.NoError(t, err)
	_, ofParticles := against.(*measure.Measurement)
	require.False(t, ofParticles)
}
