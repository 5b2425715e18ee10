package main

import (
	"context"
	"errors"
	"fmt"
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

// Tests whose time together is shorter than shared run in one process. A mutant that
// takes ten times as long as the tests alone, and the slack, does not end.
const (
	shared = 200 * time.Millisecond
	slack  = 2 * time.Second
)

// measure runs each test of a package alone, with every mutant asleep.
func measure(ctx context.Context, self listed, work string, mutants int, longest time.Duration) ([]test, error) {
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
			fmt.Printf("%s: %s takes longer than %s and is left out\n", self.path, name, longest)
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
	slices.SortFunc(tests, func(a, b test) int { return int(a.took - b.took) })
	return tests, nil
}

// run runs the test binary in the package's folder for at most the time given.
func run(ctx context.Context, self listed, work string, limit time.Duration, environment []string, arguments ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	command := exec.CommandContext(ctx, filepath.Join(work, "tests"), arguments...)
	command.Dir = self.dir
	command.Env = append(append(os.Environ(), "MUTANTS_SEEN=", "MUTANTS_ACTIVE="), environment...) // those of this process, if any, are not the tests'
	command.WaitDelay = time.Second
	output, err := command.CombinedOutput()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return string(output), err
}

// judge says what the tests make of a mutant. The fastest are asked first.
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
	for len(asked) > 0 {
		names, took := asked[0].name, asked[0].took
		for asked = asked[1:]; len(asked) > 0 && took+asked[0].took < shared; asked = asked[1:] {
			names, took = names+"|"+asked[0].name, took+asked[0].took
		}
		awake := []string{fmt.Sprint("MUTANTS_ACTIVE=", id), "GOMEMLIMIT=1GiB"}
		if _, err := run(context.Background(), self, work, 10*took+slack, awake, "-test.short", "-test.failfast", "-test.run", "^("+names+")$"); err != nil {
			return noticed
		}
	}
	return lived
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
