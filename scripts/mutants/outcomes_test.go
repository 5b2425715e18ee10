package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestTogether: tests share a process if they take less than a fifth of a second together.
func TestTogether(t *testing.T) {
	const ms = time.Millisecond
	require.Nil(t, together(nil))
	require.Equal(t, []test{{name: "A|B", took: 199 * ms}, {name: "C", took: 150 * ms}, {name: "D", took: 300 * ms}},
		together([]test{{name: "A", took: 99 * ms}, {name: "B", took: 100 * ms}, {name: "C", took: 150 * ms}, {name: "D", took: 300 * ms}}))
	require.Len(t, together([]test{{took: 100 * ms}, {took: 100 * ms}}), 2)
	require.Equal(t, []test{{name: "A|B|C", took: 3 * ms}}, together([]test{{name: "A", took: ms}, {name: "B", took: ms}, {name: "C", took: ms}}))
}

// TestSlowAndEndlessTests: a test that takes too long is left out, the fastest test comes first, and a mutant that goes on without end
// is noticed.
func TestSlowAndEndlessTests(t *testing.T) {
	folder, work := module(t, `package p

func count(n int) (sum int) {
	for i := 0; i < n; {
		sum += i
		i++
	}
	return sum
}
`, `package p

import (
	"os"
	"testing"
	"time"
)

func TestSlow(t *testing.T) { time.Sleep(30 * time.Second) }

func TestSlower(t *testing.T) {
	if time.Sleep(50 * time.Millisecond); count(2) < 0 {
		t.Fail()
	}
}

func TestFast(t *testing.T) {
	if _, err := os.Stat("p.go"); err != nil || !testing.Short() || count(3) != 3 {
		t.Fail()
	}
}

func BenchmarkCount(b *testing.B) {}
`), t.TempDir()
	var out strings.Builder
	self, mutants, tests, err := prepare(t.Context(), folder, work, options{longest: 3 * time.Second, out: &out})
	require.NoError(t, err)
	require.Equal(t, "p: TestSlow takes longer than 3s and is left out\n", out.String())
	require.Len(t, tests, 2)
	require.Equal(t, "TestFast", tests[0].name)
	for id, m := range mutants {
		if m.change == "`i++` is left out" {
			require.Equal(t, noticed, judge(self, work, id, tests))
		}
	}
}

// TestJudgingEnds: no mutant is judged after the end of the context.
func TestJudgingEnds(t *testing.T) {
	judged := 0
	done := func(int, outcome) { judged++ }
	tests := []test{{seen: []byte{0, 0}}}
	judgeAll(t.Context(), listed{}, "", []int{0, 1}, tests, 1, done)
	require.Equal(t, 2, judged)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	judgeAll(ended, listed{}, "", []int{0, 1}, tests, 1, done)
	require.Equal(t, 2, judged)
}
