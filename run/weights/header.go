package weights

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// metadataKey is the only key of the header that does not name a tensor.
const metadataKey = "__metadata__"

// maxRank is the maximal number of dimensions of a tensor. Weights have one to three.
const maxRank = 16

// entry describes a tensor and its position in the bytes after the header.
type entry struct {
	name       string
	dtype      string
	shape      []int
	begin, end int
}

type header struct {
	entries  []entry
	metadata map[string]string
}

// minEntry is the minimal number of characters of an entry of the header.
const minEntry = len(`"":{"dtype":"F32","shape":[],"data_offsets":[0,0]}`)

// parseHeader parses the JSON header. It returns the entries sorted by name.
func parseHeader(text []byte) (header, error) {
	if len(text) == 0 || text[0] != '{' {
		return header{}, errors.New("not a safetensors file: its header does not begin with {")
	}
	if !utf8.Valid(text) {
		return header{}, errors.New("header is not valid UTF-8")
	}
	json := &scanner{text: text}
	parsed := header{entries: make([]entry, 0, len(text)/minEntry)}
	err := json.object(func(key string) (err error) {
		if key != metadataKey {
			tensor, err := parseEntry(json, key)
			parsed.entries = append(parsed.entries, tensor)
			return err
		}
		if parsed.metadata != nil {
			return errTwice(key)
		}
		parsed.metadata, err = parseMetadata(json)
		return err
	})
	if err != nil {
		return header{}, fmt.Errorf("header: %w", err)
	}
	if json.skip(whiteSpace); json.offset < len(text) {
		return header{}, fmt.Errorf("header: %w", json.errorAt("only spaces after the last }"))
	}
	slices.SortFunc(parsed.entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	for i := 1; i < len(parsed.entries); i++ {
		if name := parsed.entries[i].name; name == parsed.entries[i-1].name {
			return header{}, fmt.Errorf("header: %w", errTwice(name))
		}
	}
	return parsed, nil
}

func errTwice(key string) error { return fmt.Errorf("key %q comes twice", key) }

func parseMetadata(json *scanner) (map[string]string, error) {
	metadata := map[string]string{}
	err := json.object(func(key string) (err error) {
		if _, twice := metadata[key]; twice {
			return errTwice(key)
		}
		metadata[key], err = json.string()
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", metadataKey, err)
	}
	return metadata, nil
}

func parseEntry(json *scanner, name string) (entry, error) {
	parsed := entry{name: name}
	keys := make([]string, 0, 3)
	err := json.object(func(key string) (err error) {
		if slices.Contains(keys, key) {
			return errTwice(key)
		}
		keys = append(keys, key)
		switch key {
		case "dtype":
			parsed.dtype, err = json.string()
		case "shape":
			parsed.shape, err = json.integers()
		case "data_offsets":
			var offsets []int
			offsets, err = json.integers()
			if err == nil && len(offsets) != 2 {
				err = fmt.Errorf("expected begin and end, got %v", offsets)
			} else if err == nil {
				parsed.begin, parsed.end = offsets[0], offsets[1]
			}
		default:
			err = errors.New("unknown key; a tensor has dtype, shape and data_offsets")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		return nil
	})
	if err == nil && len(keys) != 3 {
		err = errors.New("a tensor needs all of dtype, shape and data_offsets")
	}
	if err != nil {
		return parsed, fmt.Errorf("tensor %q: %w", name, err)
	}
	return parsed, nil
}
