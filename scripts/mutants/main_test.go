package main

import (
	"context"
	"io"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestCheck: the tests notice as many percent of the mutants as asked for, and there are some if no lines are named.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		total   counts
		some    bool
		percent int
		want    string
	}{
		{counts{noticed: 3, lived: 1}, true, 75, ""},
		{counts{noticed: 3, lived: 1}, true, 76, "less than 76 %"},
		{counts{noticed: 3, notRun: 1}, true, 76, "less than 76 %"},
		{counts{lived: 1}, true, 0, ""},
		{counts{}, false, 75, ""},
		{counts{}, true, 0, "no package was examined to its end"},
	} {
		if err := c.total.check(c.some, c.percent); c.want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.want)
		}
	}
}

// TestExamineAll: packages that are named are examined, or those that changed since a commit, or all. Their numbers are added up.
func TestExamineAll(t *testing.T) {
	folder := module(t, text, texts)
	t.Chdir(folder)
	for _, arguments := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first"}} {
		_, err := output(t.Context(), folder, "git", arguments...)
		require.NoError(t, err)
	}
	o := options{longest: time.Minute, workers: 2, sample: 2, out: io.Discard}
	for count, folders := range map[int][]string{2: nil, 4: {".", folder}} {
		total, err := examineAll(t.Context(), folders, "", o)
		require.NoError(t, err)
		require.Equal(t, count, total.of())
	}
	for _, folders := range [][]string{nil, {"."}} {
		total, err := examineAll(t.Context(), folders, "HEAD", o)
		require.NoError(t, err)
		require.Zero(t, total.of(), "nothing has changed")
	}
	write(t, "p.go", text+"\nfunc more() int { return 1 }\n")
	total, err := examineAll(t.Context(), nil, "HEAD", o)
	require.NoError(t, err)
	require.Equal(t, counts{notRun: 1}, total)

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	total, err = examineAll(ended, []string{"none"}, "", o)
	require.NoError(t, err)
	require.Zero(t, total.of())
	_, err = examineAll(t.Context(), []string{filepath.Join(folder, "none")}, "", o)
	require.ErrorContains(t, err, "none: ")
	_, err = examineAll(t.Context(), nil, "none", o)
	require.ErrorContains(t, err, "bad revision")
}
