package main

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestStatementsThatAreLeftOut: a call, an assignment or a jump may be missing where others may follow it, and an early return
// without an else. Constants must stay constant.
func TestStatementsThatAreLeftOut(t *testing.T) {
	folder := module(t, `package p

type kinds struct{ array [2]int }

var lists = map[string][]int{"a": {0: 1, 1: 2}}

const size = 3

func call() {}

func all(n int, b bool, c chan int) int {
	var list [size]int
	for i := 0; i < 1; i++ {
		continue
	}
	switch n {
	case 5:
		call()
		fallthrough
	case 6:
		n++
	default:
		n -= 7
	}
	select {
	case <-c:
		list[0] = n
	default:
	}
	if b {
		return list[0]
	} else {
		return 1
	}
	panic(8)
}

func last(b bool) {
	if b && true {
		return
	}
	return
}
`, "package p\n")
	_, sources, err := load(t.Context(), folder)
	require.NoError(t, err)
	require.Len(t, sources, 1)
	var found []string
	for _, m := range sources[0].mutants() {
		found = append(found, strings.TrimPrefix(m.String(), filepath.Join(folder, "p.go")+":"))
	}
	require.Equal(t, []string{
		"5: `1` is one larger", "5: `2` is one larger",
		"13: `0` is one larger", "13: `i < 1` has <=", "13: `1` is one larger",
		"14: `continue` is left out",
		"17: `5` is one larger",
		"18: `call()` is left out",
		"20: `6` is one larger",
		"21: `n++` is left out",
		"23: `n -= 7` is left out", "23: `7` is one larger",
		"27: `list[0] = n` is left out", "27: `0` is one larger",
		"30: `b` is its opposite",
		"31: `0` is one larger",
		"33: `1` is one larger",
		"39: `b` is true", "39: `true` is true",
		"40: `return` is left out",
	}, found)
}

// TestEachOperator: a mutant has the neighboring operator, for numbers of any kind, and a constant may be any character.
func TestEachOperator(t *testing.T) {
	folder, work := module(t, `package p

type meters float64

func compare(a, b int) [4]bool { return [4]bool{a < b, a <= b, a > b, a >= b} }

func compute(a, b float32) [4]float32 { return [4]float32{a + b, a - b, a * b, a / b} }

func either(a, b bool) bool { return a || b }

func sharp(r rune) bool { return r == '#' }

func joined(a, b string) string { return a + b }

func far(m meters) bool { return m > 5 }

func unlike(a, b any) bool { return a != b }
`, `package p

import "testing"

func TestAll(t *testing.T) {
	if compare(1, 1) != [4]bool{false, true, false, true} || compute(6, 2) != [4]float32{8, 4, 12, 3} {
		t.Fail()
	}
	if !either(true, false) || !either(false, true) || either(false, false) || !sharp('#') || joined("a", "b") != "ab" {
		t.Fail()
	}
	if far(5) || !far(5.4) || unlike(1, 1) {
		t.Fail()
	}
}
`), t.TempDir()
	self, mutants, tests, err := prepare(t.Context(), folder, work, options{longest: time.Minute, out: io.Discard})
	require.NoError(t, err)
	require.Len(t, mutants, 4+4+2+2+2+1)
	for id, m := range mutants {
		require.Equal(t, noticed, judge(self, work, id, tests), "%s", m)
	}
}

// TestQuotes: a change is quoted in one line, of sixty characters at most.
func TestQuotes(t *testing.T) {
	folder := module(t, "package p\n\nvar a = []bool{\n\t"+strings.Repeat("x", 27)+" <\n\t\t"+strings.Repeat("x", 30)+", "+strings.Repeat("x", 28)+" < "+strings.Repeat("x", 30)+"}\n\nvar "+
		strings.Repeat("x", 27)+", "+strings.Repeat("x", 28)+", "+strings.Repeat("x", 30)+" int\n", "package p\n")
	_, sources, err := load(t.Context(), folder)
	require.NoError(t, err)
	found := sources[0].mutants()
	require.Equal(t, "`"+strings.Repeat("x", 27)+" < "+strings.Repeat("x", 30)+"` has <=", found[0].change)
	require.Equal(t, "`"+strings.Repeat("x", 28)+" < "+strings.Repeat("x", 29)+"…` has <=", found[1].change)
	require.Equal(t, []int{4, 5}, []int{found[0].line, found[1].line})
}
