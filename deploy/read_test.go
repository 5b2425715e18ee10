package deploy

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/deploy/measure"
	"gmnc/export"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/mujoco"
	"gmnc/internal/test/recorded"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// with returns a file in which a text is another, and whose digest is made anew.
func with(file []byte, old, new string) []byte {
	content := bytes.Replace(file, []byte(old), []byte(new), 1)
	content = content[:len(content)-2*sha256.Size]
	return fmt.Appendf(content, "%x", sha256.Sum256(content))
}

// certified is a certificate in which everything holds.
func certified() *artifact.Certificate {
	return &artifact.Certificate{Runtimes: []artifact.Measured{{Runtime: "onnx-go", Findings: []verify.Finding{{Promise: verify.Agreement, Allowed: 1}}}}}
}

// ofTest returns a test set of one stick.
func ofTest() *TestSet {
	return &TestSet{Info: &run.DataInfo{File: "d.npz", SHA256: "abc"}, Samples: targeted(3, 2)}
}

// TestOtherSystems: another seed tries other numbers of systems at once.
func TestOtherSystems(t *testing.T) {
	file := encoded(t, exporting{run: small(t), topology: inside()}, certified())
	first, err := VerifyFrom(t.Context(), "m.onnx", file, nil, 1)
	require.NoError(t, err)
	other, err := VerifyFrom(t.Context(), "m.onnx", file, nil, 2)
	require.NoError(t, err)
	require.NotEqual(t, first.Runtimes, other.Runtimes)

	model, err := artifact.FromFile(encoded(t, exporting{run: small(t)}, certified()))
	require.NoError(t, err)
	measurement, err := (&Verification{Model: model, Seed: 7}).untrusted(model.Config().Model)
	require.NoError(t, err)
	require.Equal(t, measure.Few(7), measurement.Amount, "of a changed file")
}

// TestRead: a file is read if it is one of gmnc. What is wrong with its bytes and its structure is
// broken, and test sets go with files that predict and take their systems.
func TestRead(t *testing.T) {
	trained := small(t)
	file := encoded(t, exporting{run: trained, topology: inside()}, certified())
	v, err := Read("m.onnx", file, nil, 7)
	require.NoError(t, err)
	require.Equal(t, "m.onnx", v.Name)
	require.EqualValues(t, 7, v.Seed)
	require.Empty(t, v.Broken)
	require.False(t, v.damaged)
	require.Nil(t, v.test)
	test := ofTest()
	v, err = Read("m.onnx", file, test, 7)
	require.NoError(t, err)
	require.Same(t, test, v.test)

	_, err = Read("m.onnx", nil, nil, 7)
	require.ErrorContains(t, err, "m.onnx: the file is empty")
	test.Samples = fixtures.Samples(system.Composition{3}, 1, 1)
	_, err = Read("m.onnx", file, test, 7)
	require.ErrorContains(t, err, "m.onnx: d.npz: the test split: sample 0 has ")

	v, err = Read("m.onnx", bytes.Replace(file, []byte("charge"), []byte("chargf"), 1), nil, 7)
	require.NoError(t, err)
	require.Equal(t, "the bytes are not those that gmnc exported and certified: the digest differs", v.Broken[0])
	v, err = Read("m.onnx", with(file, "MatMul", "MutMul"), nil, 7)
	require.NoError(t, err)
	require.Len(t, v.Broken, 1)
	require.Contains(t, v.Broken[0], "the file's structure is wrong: ")
	require.True(t, v.damaged)
	require.NoError(t, v.Measure(t.Context()))
	require.Nil(t, v.Runtimes, "nothing is measured")
}

// TestVerified: a file is measured in each engine, and on a test set if there is one. Files of training
// steps and with gradients are compared with what they compute.
func TestVerified(t *testing.T) {
	stick := ofStick()
	for name, c := range map[string]struct {
		run     *run.Run
		options Options
		test    *TestSet
	}{
		"a file":     {small(t), stick, nil},
		"a test set": {small(t), stick, ofTest()},
		"training":   {small(t), Options{Topology: stick.Topology, Step: true}, nil},
		"gradients":  {small(t), Options{Topology: stick.Topology, Gradients: []string{"velocity"}}, nil},
	} {
		e, err := prepare(c.run, c.options)
		require.NoError(t, err, name)
		v, err := VerifyFrom(t.Context(), "m.onnx", encoded(t, e, certified()), c.test, 1)
		require.NoError(t, err, name)
		require.Empty(t, v.Broken, name)
		require.NoError(t, v.Err(), name)
		require.Equal(t, "onnx-go", v.Runtimes[0].Runtime, name)
		require.NotEmpty(t, v.Runtimes[0].Findings, name)
		require.Equal(t, c.test != nil, v.Test != nil, name)
		require.Equal(t, c.test != nil, len(v.OnTest.Findings) > 0, name)
	}
}

// TestFilesWithoutTestErrors: files of training steps, with gradients and in joint coordinates are
// measured on no data set.
func TestFilesWithoutTestErrors(t *testing.T) {
	arm, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	for name, c := range map[string]struct {
		run     *run.Run
		options Options
	}{
		"training":  {small(t), Options{Step: true}},
		"gradients": {small(t), Options{Gradients: []string{"velocity"}}},
		"joints":    {arm, Options{Joints: &Joints{Data: data}}},
	} {
		e, err := prepare(c.run, c.options)
		require.NoError(t, err, name)
		file := encoded(t, e, certified())
		_, err = Read("m.onnx", file, ofTest(), 1)
		require.EqualError(t, err, "m.onnx predicts nothing that a data set measures: leave the data set out", name)
		v, err := Read("m.onnx", bytes.Replace(file, []byte(`"onnx-go"`), []byte(`"onnx-gi"`), 1), nil, 1)
		require.NoError(t, err, name)
		require.NoError(t, v.Measure(t.Context()), name)
		require.Len(t, v.Broken, 2, name)
		require.Equal(t, "without the weights that were in it, steps of training, gradients and joint coordinates can't be measured", v.Broken[1], name)
	}
}

// TestFilesOfOtherPrograms: nothing of a model that another program registered is measured, and
// its certificate is checked.
func TestFilesOfOtherPrograms(t *testing.T) {
	file := with(encoded(t, exporting{run: small(t), topology: inside()}, nil), `"model":"gmn-ode"`, `"model":"gmn-own"`)
	v, err := VerifyFrom(t.Context(), "m.onnx", file, nil, 1)
	require.NoError(t, err)
	require.ErrorContains(t, v.Unknown, "the model gmn-own is not built into this program")
	require.Len(t, v.Broken, 1)
	require.Contains(t, v.Broken[0], "the file has no certificate")
	require.Nil(t, v.Runtimes)
}

// TestMeasuredInEngines: what engines find broken is told with the certificate's own. Too little
// memory and the end of the context are no broken promises.
func TestMeasuredInEngines(t *testing.T) {
	read := func(certificate *artifact.Certificate) *Verification {
		v, err := Read("m.onnx", encoded(t, exporting{run: small(t), topology: inside()}, certificate), ofTest(), 1)
		require.NoError(t, err)
		return v
	}
	found := measurer{measured: []artifact.Measured{{Runtime: "a"}}, missing: []string{"b"}, limited: "limited", broken: errors.Join(errors.New("one"), errors.New("two"))}
	counted := 0
	found.counted = func(test []system.Sample, file string) {
		counted++
		require.Len(t, test, 3)
		require.Equal(t, "d.npz", file)
	}
	v := read(nil)
	require.NoError(t, v.inEngines(t.Context(), found, nil))
	require.Equal(t, found.measured, v.Runtimes)
	require.Equal(t, found.missing, v.Missing)
	require.Equal(t, "limited", v.Limited)
	require.Equal(t, []string{"one", "two", "the file has no certificate: export the model again"}, v.Broken)
	require.Equal(t, 1, counted)

	v = read(certified())
	found.broken = nil
	require.NoError(t, v.inEngines(t.Context(), found, nil))
	require.Empty(t, v.Broken)
	found.counting = errors.New("no count")
	require.ErrorIs(t, v.inEngines(t.Context(), found, nil), found.counting)

	found.broken = fmt.Errorf("in a: %w", runtime.ErrMemory)
	v = read(certified())
	err := v.inEngines(t.Context(), found, nil)
	require.ErrorIs(t, err, runtime.ErrMemory)
	require.ErrorContains(t, err, "m.onnx was not measured to the end: in a: ")
	require.Empty(t, v.Broken)
	ended, cancel := context.WithCancelCause(t.Context())
	cancel(errEnded)
	require.ErrorIs(t, v.inEngines(ended, found, nil), errEnded)
	require.ErrorIs(t, v.Measure(ended), errEnded)
	require.Empty(t, v.Broken)
}

// TestMeasuredAgainst: a file is compared with the model of its weights, in joint coordinates or of
// particles. A changed file is compared with itself, on few systems.
func TestMeasuredAgainst(t *testing.T) {
	against := func(file []byte) (*Verification, measure.Measurer) {
		v, err := Read("m.onnx", file, nil, 7)
		require.NoError(t, err)
		m, err := v.measurement()
		require.NoError(t, err)
		return v, m
	}
	ranged := small(t)
	ranged.Config.Data = &run.DataInfo{File: "d.npz", Ranges: system.MeasureRanges(sticks(3, 1), nil), Examples: system.Examples(sticks(2, 1)), LengthUnit: "m"}
	baked, whole := encoded(t, exporting{run: ranged, topology: inside()}, certified()), encoded(t, exporting{run: ranged}, certified())

	v, m := against(baked)
	require.Empty(t, v.Broken)
	of := m.(*measure.Measurement)
	require.NotEmpty(t, of.References)
	require.Equal(t, measure.AtVerification(7), of.Amount)
	require.False(t, of.Untrusted)

	v, _ = against(with(baked, `units.position`+"\x12\x01m", `units.position`+"\x12\x01k"))
	require.Equal(t, []string{`units.position is stated as "k"; the model's is "m"`}, v.Broken)

	changed := func(file []byte) *measure.Measurement {
		v, m := against(bytes.Replace(file, []byte(`"d.npz"`), []byte(`"e.npz"`), 1))
		if !v.Model.Changed() {
			v, m = against(append(bytes.Clone(file[:len(file)-1]), '-'))
		}
		require.Len(t, v.Broken, 1)
		of := m.(*measure.Measurement)
		require.True(t, of.Untrusted)
		require.Empty(t, of.References)
		require.NotEmpty(t, of.Examples)
		return of
	}
	require.Nil(t, changed(baked).Sampled)
	of = changed(whole)
	require.NotNil(t, of.Sampled)
	require.Equal(t, measure.Few(7), of.Amount)
}

// TestUnitsOfDrivenJoints: the drives of a robot replace the load, so its file states no unit of it.
func TestUnitsOfDrivenJoints(t *testing.T) {
	arm, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	for _, samples := range data.Splits() {
		for i := range *samples {
			drive := make([]float32, (*samples)[i].Particles()*system.Drive.Columns)
			for k := range drive {
				drive[k] = 2
			}
			system.Drive.Set(&(*samples)[i], drive)
		}
	}
	e, err := prepare(arm, Options{Joints: &Joints{Data: data}})
	require.NoError(t, err)
	v, err := Read("m.onnx", encoded(t, e, certified()), nil, 1)
	require.NoError(t, err)
	require.True(t, v.Model.Joints().Driven())
	require.NotContains(t, v.Model.File().Metadata, export.UnitsPrefix+system.LoadInput)
	_, err = v.measurement()
	require.NoError(t, err)
	require.Empty(t, v.Broken)
}
