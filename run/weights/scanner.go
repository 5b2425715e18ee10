package weights

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// scanner reads the few kinds of JSON values that a header may have: objects with known kinds
// of values, strings and lists of integers. encoding/json is not used, because it silently
// keeps the last of several equal keys, where another reader may keep the first, and takes null
// for 0.
type scanner struct {
	text   []byte
	offset int
}

const whiteSpace = " \t\r\n"

// errorAt returns an error that says what was expected at the current position.
func (s *scanner) errorAt(expected string) error {
	if s.offset >= len(s.text) {
		return fmt.Errorf("the JSON ends too early, expected %s", expected)
	}
	return fmt.Errorf("byte %d: expected %s, got %q", s.offset, expected, s.text[s.offset])
}

// accept skips white space and reports whether the character comes next. If so, it skips the
// character, too.
func (s *scanner) accept(character byte) bool {
	s.skip(whiteSpace)
	if s.offset < len(s.text) && s.text[s.offset] == character {
		s.offset++
		return true
	}
	return false
}

func (s *scanner) skip(characters string) {
	for s.offset < len(s.text) && strings.IndexByte(characters, s.text[s.offset]) >= 0 {
		s.offset++
	}
}

// object calls value for each key. The function reads the value from the scanner and rejects a
// key that occurs twice.
func (s *scanner) object(value func(key string) error) error {
	return s.sequence('{', '}', func() error {
		key, err := s.string()
		if err != nil {
			return err
		}
		if !s.accept(':') {
			return s.errorAt("a colon")
		}
		return value(key)
	})
}

// integers reads a list of at most maxRank integers.
func (s *scanner) integers() ([]int, error) {
	numbers := []int{}
	err := s.sequence('[', ']', func() error {
		if len(numbers) == maxRank {
			return fmt.Errorf("byte %d: a list has more than %d numbers", s.offset, maxRank)
		}
		number, err := s.integer()
		numbers = append(numbers, number)
		return err
	})
	return numbers, err
}

// sequence calls element for each element of a list or an object, which is enclosed in brackets
// and separated by commas.
func (s *scanner) sequence(opening, closing byte, element func() error) error {
	if !s.accept(opening) {
		return s.errorAt(string(opening))
	}
	if s.accept(closing) {
		return nil
	}
	for {
		if err := element(); err != nil {
			return err
		}
		if s.accept(closing) {
			return nil
		}
		if !s.accept(',') {
			return s.errorAt("a comma or " + string(closing))
		}
	}
}

func (s *scanner) string() (string, error) {
	if !s.accept('"') {
		return "", s.errorAt("a string")
	}
	begin, plain := s.offset, true
	for s.offset < len(s.text) && s.text[s.offset] != '"' {
		switch character := s.text[s.offset]; {
		case character == '\\':
			plain = false
			s.offset++ // over the escaped character too
		case character < ' ':
			return "", s.errorAt("no control character in a string")
		}
		s.offset++
	}
	if s.offset >= len(s.text) {
		return "", s.errorAt("a closing quote")
	}
	s.offset++
	if plain {
		return string(s.text[begin : s.offset-1]), nil
	}
	var text string
	if err := json.Unmarshal(s.text[begin-1:s.offset], &text); err != nil {
		return "", fmt.Errorf("byte %d: the string is not JSON: %w", begin, err)
	}
	return text, nil
}

func (s *scanner) integer() (int, error) {
	s.skip(whiteSpace)
	begin := s.offset
	s.skip("-+.eE0123456789")
	digits := string(s.text[begin:s.offset])
	number, err := strconv.Atoi(digits)
	if err != nil || strconv.Itoa(number) != digits { // Atoi takes +1 and 01
		s.offset = begin
		return 0, s.errorAt("an integer that fits")
	}
	return number, nil
}
