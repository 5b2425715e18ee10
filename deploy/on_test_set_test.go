package deploy

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/deploy/measure"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// TestErrorsOfTestSets: the errors are those of the predictions, next to the baseline, with what is
// known of the data set.
func TestErrorsOfTestSets(t *testing.T) {
	var samples []system.Sample
	for _, target := range []float32{1, 3} { // at velocity 1, the best time is 2
		samples = append(samples, system.Sample{Position: []float32{0, 0, 0}, Velocity: []float32{1, 0, 0}, TargetPosition: []float32{target, 0, 0}})
	}
	test := &TestSet{Info: &run.DataInfo{File: "d.npz", SHA256: "abc", LengthUnit: "m"}, Samples: samples, Overlap: "half"}
	found, err := test.errors(still{}, config.Config{})
	require.NoError(t, err)
	require.Equal(t, &artifact.TestErrors{Data: "d.npz", SHA256: "abc", Samples: 2, Unit: "m", Position: (1. + 9) / 6, Line: 2. / 6, Overlap: "half"}, found)

	stick := targeted(1, 1)
	stick[0].TargetPosition = stick[0].Position
	found, err = (&TestSet{Info: test.Info, Samples: stick}).errors(still{}, config.Config{})
	require.NoError(t, err)
	require.Zero(t, found.Constraint)

	broken := errors.New("no session")
	_, err = test.errors(still{err: broken}, config.Config{})
	require.ErrorIs(t, err, broken)
	require.ErrorContains(t, err, "d.npz: ")
	_, err = test.errors(still{}, config.Config{Radius: &config.Radius{Level: 0.9}})
	require.ErrorContains(t, err, "d.npz: ", "no radius is returned")
}

// TestCheckTest: the errors on a test set are measured with the file's promises on it, and compared
// with those that the file states of the same data.
func TestCheckTest(t *testing.T) {
	e := exporting{run: small(t), topology: inside()}
	test := ofTest()
	own, err := testErrors(encoded(t, e, nil), e.run.Config.Model, test)
	require.NoError(t, err)
	require.Nil(t, own.Rolled)
	_, err = testErrors(nil, e.run.Config.Model, test)
	require.ErrorContains(t, err, "not an ONNX model, or a damaged or cut-short one: it holds no graph", "no file")
	for name, c := range map[string]struct {
		change func(certificate *artifact.Certificate)
		broken string
	}{
		"as stated":         {func(*artifact.Certificate) {}, ""},
		"nothing is stated": {func(c *artifact.Certificate) { c.Test = nil }, ""},
		"of other data": {func(c *artifact.Certificate) { c.Test.Data, c.Test.SHA256 = "other.npz", "0123456789abcdef" },
			"its test errors are of other.npz (SHA-256 0123456789ab), and not of this data set (abc)"},
		"of another error": {func(c *artifact.Certificate) { c.Test.Position *= 4 }, "its root mean squared error on d.npz is stated as "},
	} {
		certificate, stated := certified(), *own
		certificate.Test = &stated
		c.change(certificate)
		v, err := Read("m.onnx", encoded(t, e, certificate), nil, 5)
		require.NoError(t, err, name)
		v.checkTest(v.Model.Bytes(), test)
		require.Equal(t, own, v.Test, name)
		require.Equal(t, measure.EngineName(engines.ForFiles()), v.OnTest.Runtime, name)
		require.Equal(t, verify.Agreement[:9], v.OnTest.Findings[0].Promise[:9], name)
		require.Empty(t, v.Missing, name)
		if c.broken == "" {
			require.Empty(t, v.Broken, name)
			continue
		}
		require.Len(t, v.Broken, 1, name)
		require.Contains(t, v.Broken[0], c.broken, name)
		if name == "of another error" {
			require.Contains(t, v.Broken[0], " in "+engines.ForFiles().Name)
		}
	}
	v, err := Read("m.onnx", encoded(t, e, nil), nil, 5)
	require.NoError(t, err)
	v.checkTest(v.Model.Bytes(), test)
	require.Empty(t, v.Broken, "a file without a certificate states nothing")
	test.Samples[1].TargetPosition = nil
	v.checkTest(v.Model.Bytes(), test)
	require.Len(t, v.Broken, 1)
	require.Contains(t, v.Broken[0], "d.npz: sample 1 ")
}

// TestChangedOnTest: a changed file is measured on a test set in the bounded engine, without its
// weights.
func TestChangedOnTest(t *testing.T) {
	file := encoded(t, exporting{run: small(t), topology: inside()}, certified())
	v, err := Read("m.onnx", bytes.Replace(file, []byte(`"allowed":1`), []byte(`"allowed":2`), 1), nil, 5)
	require.NoError(t, err)
	require.True(t, v.Model.Changed())
	require.NoError(t, v.measureOn(v.Model.Bytes(), ofTest()))
	require.Equal(t, measure.EngineName(engines.Bounded()), v.OnTest.Runtime)
	for _, f := range v.OnTest.Findings {
		require.NotContains(t, f.Promise, "agreement")
	}
	require.NotEmpty(t, v.OnTest.Findings)
}

// TestWrongOnTest: a file whose numbers are not those of its weights breaks its promise on a test
// set.
func TestWrongOnTest(t *testing.T) {
	e := exporting{run: small(t), topology: inside()}
	file := encoded(t, e, certified())
	v, err := Read("m.onnx", file, nil, 5)
	require.NoError(t, err)
	other := small(t)
	for _, weight := range other.Weights {
		for i := range weight.Float {
			weight.Float[i] = float32(math.Sin(float64(i + 1)))
		}
	}
	err = v.measureOn(encoded(t, exporting{run: other, topology: inside()}, nil), ofTest())
	require.ErrorContains(t, err, "agreement")
	require.ErrorContains(t, v.measureOn(nil, ofTest()), "not an ONNX model, or a damaged or cut-short one: it holds no graph")
}

// TestMostTested: of a large test set, about 200 samples are transformed, and all are predicted.
func TestMostTested(t *testing.T) {
	file := encoded(t, exporting{run: small(t), topology: inside()}, certified())
	v, err := Read("m.onnx", file, nil, 5)
	require.NoError(t, err)
	test := ofTest()
	test.Samples = targeted(401, 1)
	require.NoError(t, v.measureOn(file, test))
	tried := map[string]int{}
	for _, f := range v.OnTest.Findings {
		promise, _, _ := strings.Cut(f.Promise, " ")
		for _, of := range f.Tried {
			tried[promise] += of.Count
		}
	}
	require.Equal(t, 401, tried["agreement"])
	require.Equal(t, 201, tried["rotations"], "every second")
}
