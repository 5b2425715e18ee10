package commandline

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/train/preset"
)

// choosing holds the flags that choose a model, either themselves or because they belong to the
// paper's models alone. Without any of them the data decide.
var choosing = []string{"preset", "model", "init", "law", "form", "hinges", "phi2"}

// automatic reports whether a call with these flags, or with a sweep over them, leaves the
// choice of a model to the data.
func automatic(given map[string]bool) bool {
	return !slices.ContainsFunc(choosing, func(flag string) bool { return given[flag] })
}

// chosenFor returns the command with the preset that suits the data. Flags of the call take
// precedence.
func (c *trainCommand) chosenFor(ctx context.Context, data *datasets.Data) (*trainCommand, error) {
	chosen, err := preset.Choose(ctx, data, openUntrained)
	if err != nil {
		return nil, err
	}
	from, flags := preset.Preset{}, []string{}
	if chosen.Name != "" {
		flags = append(flags, "--preset="+chosen.Name)
		if from, err = preset.Named(chosen.Name); err != nil {
			return nil, err
		}
	}
	for _, s := range settingsOf(chosen.Preset, from) {
		if !c.given[s.flag] {
			flags = append(flags, s.text("="))
		}
	}
	with, err := parsedWith(c.args, flags)
	if err != nil {
		return nil, err
	}
	with.chosen = fmt.Sprintf("%s: training by %s (choose otherwise with --model or --preset)", chosen.Why, strings.Join(flags, " "))
	return with, nil
}

// parsedWith parses arguments of gmnc with further flags, and returns the command train.
func parsedWith(args, flags []string) (*trainCommand, error) {
	command := slices.IndexFunc(args, isName) // train, behind flags of gmnc
	all := new(commands)
	_, err := newParser(all, io.Discard, io.Discard, func(int) {}, onlyFirst(args)).Parse(slices.Insert(slices.Clone(args), command+1, flags...))
	return &all.Train, err
}

// openUntrained opens an untrained run in the native engine.
func openUntrained(untrained *run.Run, data *datasets.Data) (predict.Predictor, error) {
	predictor, _, err := artifact.FromRun(untrained).OpenFor(data, "native")
	return predictor, err
}
