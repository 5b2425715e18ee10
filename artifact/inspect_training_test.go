package artifact_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/run"
)

// TestEveryOptionOfTrainingIsTold sets one option of training after the other, those
// added later among them: inspect says another thing of the run then, but for how often
// it was validated and the level, and diff names it.
func TestEveryOptionOfTrainingIsTold(t *testing.T) {
	config := config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4, TrueVelocity: true}
	model, err := builder.New(config, false)
	require.NoError(t, err)
	trained := func(change func(o reflect.Value)) *artifact.Model {
		options := run.Options{Lambda: 1}
		change(reflect.ValueOf(&options).Elem())
		return artifact.FromRun(&run.Run{Config: run.Config{Model: config, Training: &options}, Model: model, Weights: run.WithShapes(model, model.Draw(1))})
	}
	described := func(m *artifact.Model) string {
		var text strings.Builder
		require.NoError(t, m.Inspect(&text, "run", false))
		return text.String()
	}
	plain := trained(func(reflect.Value) {})
	fields := reflect.TypeFor[run.Options]()
	for i := range fields.NumField() {
		name, _, _ := strings.Cut(fields.Field(i).Tag.Get("json"), ",")
		changed := trained(func(o reflect.Value) { setUnusual(t, o.Field(i)) })
		if name != "valid_every" && name != "level" {
			require.NotEqual(t, described(plain), described(changed), "inspect does not tell %s", name)
		}
		differences, err := artifact.Diff(plain, changed)
		require.NoError(t, err)
		require.Len(t, differences, 1, name)
		require.Equal(t, "training."+name, differences[0].What)
	}
}

// TestUnfinishedIsTold: inspect says that constants were not found.
func TestUnfinishedIsTold(t *testing.T) {
	config := config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4}
	model, err := builder.New(config, false)
	require.NoError(t, err)
	trained := run.Run{Config: run.Config{Model: config}, Model: model, Weights: run.WithShapes(model, model.Draw(1)), Metrics: map[string]string{}}
	for _, unfinished := range []bool{false, true} {
		trained.SetUnfinished(unfinished)
		var text strings.Builder
		require.NoError(t, artifact.FromRun(&trained).Inspect(&text, "run", false))
		require.Equal(t, unfinished, strings.Contains(text.String(), "unfinished"))
	}
}

// setUnusual gives a field a value that it does not have by itself.
func setUnusual(t *testing.T, field reflect.Value) {
	t.Helper()
	switch field.Kind() {
	case reflect.Bool:
		field.SetBool(true)
	case reflect.Int:
		field.SetInt(7)
	case reflect.Uint64:
		field.SetUint(7)
	case reflect.Float64:
		field.SetFloat(0.75)
	case reflect.String:
		field.SetString("unusual")
	case reflect.Slice:
		field.Set(reflect.MakeSlice(field.Type(), 1, 1))
	default:
		t.Fatalf("the test gives no value to a %s", field.Type())
	}
}
