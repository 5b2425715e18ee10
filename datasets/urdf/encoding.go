package urdf

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// declaration matches the <?xml ... ?> at the beginning of a file, which names the encoding.
var declaration = regexp.MustCompile(`^\s*<\?xml\b(?:[^>]*\sencoding\s*=\s*["']([^"']*)["'])?[^>]*\?>`)

// longestDeclaration is the largest number of bytes of a declaration.
const longestDeclaration = 1024

// decoded returns the text of a file in UTF-8, with empty lines in place of its declaration. A
// byte order mark takes precedence over the declared encoding, which may have any name of the
// WHATWG's list.
func decoded(file io.Reader) (io.Reader, error) {
	raw := bufio.NewReader(file)
	start, _ := raw.Peek(longestDeclaration) // a shorter file is read completely
	decoder, err := decoderOf(start)
	if err != nil {
		return nil, err
	}
	text := bufio.NewReader(transform.NewReader(raw, unicode.BOMOverride(decoder)))
	start, _ = text.Peek(longestDeclaration)
	found := declaration.Find(start)
	if _, err := text.Discard(len(found)); err != nil {
		return nil, err
	}
	return io.MultiReader(strings.NewReader(strings.Repeat("\n", bytes.Count(found, []byte("\n")))), text), nil
}

// decoderOf returns a transformer to UTF-8 for a file that begins with start and has no byte
// order mark. UTF-8 stays as it is: the parser rejects other bytes.
func decoderOf(start []byte) (transform.Transformer, error) {
	switch {
	case bytes.HasPrefix(start, []byte("<\x00?\x00")):
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder(), nil
	case bytes.HasPrefix(start, []byte("\x00<\x00?")):
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder(), nil
	}
	found := declaration.FindSubmatch(bytes.TrimPrefix(start, []byte("\xef\xbb\xbf")))
	if len(found) == 0 || len(found[1]) == 0 {
		return transform.Nop, nil
	}
	declared, err := htmlindex.Get(string(found[1]))
	if err != nil {
		return nil, fmt.Errorf(`the encoding %.40q is not known here: save the file as UTF-8 with encoding="UTF-8"`, found[1])
	}
	switch name, _ := htmlindex.Name(declared); name {
	case "utf-8", "utf-16le", "utf-16be": // the text is not UTF-16, since its declaration could be read
		return transform.Nop, nil
	}
	return declared.NewDecoder(), nil
}
