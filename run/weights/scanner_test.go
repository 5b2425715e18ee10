package weights

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestIntegersOfHeaders: a list has at most 16 integers, with spaces around them.
func TestIntegersOfHeaders(t *testing.T) {
	for text, want := range map[string][]int{"[]": {}, " [ 1 , -2 ]": {1, -2}, "[" + strings.Repeat("0,", 15) + "0]": make([]int, 16)} {
		s := &scanner{text: []byte(text)}
		got, err := s.integers()
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.Equal(t, len(text), s.offset)
	}
	for text, want := range map[string]string{
		"[1 2]": "byte 3: expected a comma or ], got '2'", "[1,]": "byte 3: expected an integer that fits, got ']'", "[+1]": "byte 1: expected an integer that fits, got '+'",
		"[": "the JSON ends too early, expected an integer that fits", "1": "byte 0: expected [, got '1'",
	} {
		_, err := (&scanner{text: []byte(text)}).integers()
		require.EqualError(t, err, want)
	}
}

// TestTextsOfHeaders: a text may have escapes, and no control characters.
func TestTextsOfHeaders(t *testing.T) {
	for text, want := range map[string]string{`""`: "", `"a b"`: "a b", ` "a\"b"`: `a"b`, `"\u0041\\"`: `A\`} {
		s := &scanner{text: []byte(text + "rest")}
		got, err := s.string()
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.Equal(t, len(text), s.offset)
	}
	for text, want := range map[string]string{"\"a\x1f\"": "byte 2: expected no control character in a string", `"a`: "ends too early, expected a closing quote", `"a\"`: "expected a closing quote", "a": "expected a string"} {
		_, err := (&scanner{text: []byte(text)}).string()
		require.ErrorContains(t, err, want)
	}
}
