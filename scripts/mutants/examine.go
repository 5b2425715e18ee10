package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"
)

type options struct {
	lines           lines
	sample, workers int
	seed            uint64
	longest         time.Duration
	out             io.Writer
}

// counts says how many mutants had each outcome.
type counts map[outcome]int

func (c counts) of() int { return c[noticed] + c[lived] + c[notRun] }

func (c counts) String() string {
	return fmt.Sprintf("the tests noticed %d of %d mutants; no test runs the lines of %d", c[noticed], c.of(), c[notRun])
}

// examine judges the mutants of the package in a folder and prints those that the tests
// do not notice.
func examine(ctx context.Context, folder string, o options) (counts, error) {
	work, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	self, mutants, tests, err := prepare(ctx, folder, work, o)
	if ctx.Err() != nil {
		fmt.Fprintf(o.out, "%s: no time is left for its mutants\n", folder)
		return nil, nil
	}
	if err != nil || len(mutants) == 0 {
		return nil, err
	}
	ids := rand.New(rand.NewPCG(o.seed, 1)).Perm(len(mutants))
	if o.sample > 0 {
		ids = ids[:min(o.sample, len(ids))]
	}
	found := counts{}
	outcomes := make([]outcome, len(mutants))
	judgeAll(ctx, self, work, ids, tests, o.workers, func(id int, result outcome) {
		outcomes[id] = result
		found[result]++
	})
	report(o.out, mutants, outcomes)
	fmt.Fprintf(o.out, "%s has %d mutants: %v\n", self.path, len(mutants), found)
	return found, nil
}

// prepare compiles the mutants of a package and measures its tests.
func prepare(ctx context.Context, folder, work string, o options) (listed, []mutant, []test, error) {
	self, sources, err := load(ctx, folder)
	if err != nil {
		return self, nil, nil, err
	}
	var mutants []mutant
	for _, source := range sources {
		mutants = append(mutants, slices.DeleteFunc(source.mutants(), func(m mutant) bool { return !o.lines.has(m.file, m.line) })...)
	}
	if len(mutants) == 0 {
		return self, nil, nil, nil
	}
	if mutants, err = compile(ctx, self, sources, mutants, work); err != nil {
		return self, nil, nil, err
	}
	tests, err := measure(ctx, self, work, len(mutants), o.longest, o.out)
	return self, mutants, tests, err
}

// report prints the mutants that the tests do not notice, in the order of their lines.
func report(out io.Writer, mutants []mutant, outcomes []outcome) {
	order := make([]int, len(mutants))
	for id := range order {
		order[id] = id
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(mutants[a].file, mutants[b].file), mutants[a].line-mutants[b].line)
	})
	here, _ := os.Getwd() // without it the paths are whole
	for _, id := range order {
		if outcomes[id] == lived || outcomes[id] == notRun {
			m := mutants[id]
			if path, err := filepath.Rel(here, m.file); err == nil {
				m.file = path
			}
			fmt.Fprintln(out, outcomes[id], m)
		}
	}
}
