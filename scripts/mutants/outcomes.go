package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// test is one test function of a package, how long it takes, and which of the mutants'
// lines it runs.
type test struct {
	name string
	took time.Duration
	seen []byte // a mutant's byte is 1 where it does
}

type outcome string

const (
	noticed outcome = "noticed" // a test failed, or did not end
	lived   outcome = "LIVED"
	notRun  outcome = "NOT RUN" // by any test
)

// Tests that together take less time than shared run in one process. They have ten times as
// long for a mutant as without one, and slack.
const (
	shared = 200 * time.Millisecond
	slack  = 2 * time.Second
)

// measure runs each test of a package alone, with every mutant asleep. The fastest come first.
// A test that takes longer than the time given is left out.
func measure(ctx context.Context, self listed, work string, mutants int, longest time.Duration, out io.Writer) ([]test, error) {
	output, err := run(ctx, self, work, longest, nil, "-test.list", ".")
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, output)
	}
	var tests []test
	for name := range strings.Lines(output) {
		name = strings.TrimSpace(name)
		if !strings.HasPrefix(name, "Test") && !strings.HasPrefix(name, "Example") && !strings.HasPrefix(name, "Fuzz") {
			continue
		}
		path := filepath.Join(work, "seen")
		if err := os.WriteFile(path, make([]byte, max(mutants, 1)), 0o666); err != nil {
			return nil, err
		}
		started := time.Now()
		output, err := run(ctx, self, work, longest, []string{"MUTANTS_SEEN=" + path}, "-test.short", "-test.run", "^"+name+"$")
		if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
			fmt.Fprintf(out, "%s: %s takes longer than %s and is left out\n", self.path, name, longest)
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s fails unchanged: %w\n%s", name, err, output)
		}
		seen, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		tests = append(tests, test{name, time.Since(started), seen})
	}
	slices.SortFunc(tests, func(a, b test) int { return cmp.Compare(a.took, b.took) })
	return tests, nil
}

// run runs the test binary in the package's folder for at most the time given.
func run(ctx context.Context, self listed, work string, limit time.Duration, environment []string, arguments ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	command := exec.CommandContext(ctx, filepath.Join(work, "tests"), arguments...)
	command.Dir = self.dir
	// This process may itself be tested on its mutants.
	command.Env = append(append(os.Environ(), "MUTANTS_SEEN=", "MUTANTS_ACTIVE="), environment...)
	command.WaitDelay = time.Second
	output, err := command.CombinedOutput()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return string(output), err
}

// judge runs the tests that run the line of a mutant, the fastest first, until one notices it.
func judge(self listed, work string, id int, tests []test) outcome {
	var asked []test
	for _, test := range tests {
		if test.seen[id] == 1 {
			asked = append(asked, test)
		}
	}
	if len(asked) == 0 {
		return notRun
	}
	for _, some := range together(asked) {
		awake := []string{fmt.Sprint("MUTANTS_ACTIVE=", id), "GOMEMLIMIT=1GiB"}
		if _, err := run(context.Background(), self, work, 10*some.took+slack, awake, "-test.short", "-test.failfast", "-test.run", "^("+some.name+")$"); err != nil {
			return noticed
		}
	}
	return lived
}

// together joins tests that run in one process. The name of such tests is a pattern for all.
func together(tests []test) (joined []test) {
	for _, next := range tests {
		if last := len(joined) - 1; last >= 0 && joined[last].took+next.took < shared {
			joined[last].name += "|" + next.name
			joined[last].took += next.took
		} else {
			joined = append(joined, next)
		}
	}
	return joined
}

// judgeAll judges mutants, some at once, and calls done for each, one at a time, until the
// context ends.
func judgeAll(ctx context.Context, self listed, work string, ids []int, tests []test, workers int, done func(id int, o outcome)) {
	var group sync.WaitGroup
	var lock sync.Mutex
	next := make(chan int)
	for range workers {
		group.Go(func() {
			for id := range next {
				result := judge(self, work, id, tests)
				lock.Lock()
				done(id, result)
				lock.Unlock()
			}
		})
	}
	for _, id := range ids {
		if ctx.Err() != nil {
			break
		}
		next <- id
	}
	close(next)
	group.Wait()
}
