package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// lines are the lines of files, by their paths, that are examined. If it is nil, these are
// all lines of all files.
type lines map[string]map[int]bool

func (l lines) has(path string, line int) bool { return l == nil || l[path][line] }

// changed returns the lines of Go files below the working folder that differ from those of
// a commit, or from where the branch left it.
func changed(commit string) (lines, error) {
	diff, err := output(context.Background(), ".", "git", "diff", "--unified=0", "--relative", "--diff-filter=d", "--merge-base", commit, "--", "*.go")
	if err != nil {
		return nil, err
	}
	return parse(diff)
}

// parse reads the lines that a unified diff without context adds.
func parse(diff string) (lines, error) {
	found := lines{}
	path := ""
	for line := range strings.Lines(diff) {
		if name, ok := strings.CutPrefix(line, "+++ b/"); ok {
			var err error
			if path, err = filepath.Abs(strings.TrimSpace(name)); err != nil {
				return nil, err
			}
			found[path] = map[int]bool{}
		}
		if !strings.HasPrefix(line, "@@ ") {
			continue
		}
		_, added, _ := strings.Cut(line, " +")
		first, count := 0, 1
		if n, err := fmt.Sscanf(added, "%d,%d", &first, &count); n == 0 {
			return nil, fmt.Errorf("git's line %q has no line number: %w", line, err)
		}
		for i := range count {
			found[path][first+i] = true
		}
	}
	return found, nil
}

// folders returns the folders of changed files that are no tests.
func (l lines) folders() []string {
	var found []string
	for path := range l {
		if !strings.HasSuffix(path, "_test.go") {
			found = append(found, filepath.Dir(path))
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// all returns the folders of all packages that have tests, in an order that the seed draws.
func all(seed uint64) ([]string, error) {
	list, err := output(context.Background(), ".", "go", "list", "-f", "{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}}{{end}}", "./...")
	if err != nil {
		return nil, err
	}
	found := strings.Fields(list)
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	return found, nil
}

// output runs a command in a folder and returns what it prints.
func output(ctx context.Context, folder, name string, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, name, arguments...)
	command.Dir = folder
	var failure bytes.Buffer
	command.Stderr = &failure
	text, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", command, err, failure.String())
	}
	return string(text), nil
}
