// Package strictjson reads JSON from files and requests. Anything unexpected in it is damage,
// or another program's.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// Unmarshal works as in encoding/json, but it refuses three things. The first is a field that
// into does not have, also in another case. The second is a key that comes twice, of which other
// readers may take the other value. The third is null, for which encoding/json keeps whatever
// was there before; a type that has an UnmarshalJSON reads its own nulls. An error about a value
// names its path, and one about the syntax names its line.
func Unmarshal(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		var syntax *json.SyntaxError
		var wrong valueError // says more than the error of a type's own reader may
		switch {
		case err == io.EOF:
			return errors.New("it is empty")
		case errors.As(err, &syntax):
			return fmt.Errorf("line %d: %w", 1+bytes.Count(text[:min(int(syntax.Offset), len(text))], []byte("\n")), err)
		case err != io.ErrUnexpectedEOF && errors.As(mistyped(text, into), &wrong):
			return wrong
		}
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("there is more after its end")
	}
	return check(json.NewDecoder(bytes.NewReader(text)), reflect.TypeOf(into), "")
}

// mistyped checks a text that could not be read. It also checks that numbers fit their types.
func mistyped(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return check(decoder, reflect.TypeOf(into), "")
}

// valueError is an error about a value that is null or has another type than expected. It names
// the path of the value.
type valueError string

func (e valueError) Error() string { return string(e) }

// check reads the value at a path, which is known to be valid JSON for the type; if that is
// nil, it may be any value.
func check(decoder *json.Decoder, of reflect.Type, path string) error {
	token, err := decoder.Token()
	if err != nil {
		return err
	}
	if (token == nil || !fits(token, of)) && !readsItself(of) {
		return valueError(fmt.Sprintf("%s is %s: expected %s", named(path), written(token), expected(of)))
	}
	switch token {
	case json.Delim('{'):
		err = checkObject(decoder, of, path)
	case json.Delim('['):
		for i := 0; err == nil && decoder.More(); i++ {
			err = check(decoder, element(of), fmt.Sprintf("%s[%d]", path, i))
		}
	default:
		return nil
	}
	if err == nil {
		_, err = decoder.Token() // the closing bracket
	}
	return err
}

func checkObject(decoder *json.Decoder, of reflect.Type, path string) error {
	names := fieldsOf(of)
	seen := map[string]bool{}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return err
		}
		key := token.(string) // as all keys are
		if seen[key] {
			return fmt.Errorf("the key %.40q comes twice%s", key, within(path))
		}
		seen[key] = true
		inside, known := names[key]
		if names != nil && !known {
			return fmt.Errorf("unknown field %.40q%s: case counts", key, within(path))
		}
		if names == nil {
			inside = element(of)
		}
		if err := check(decoder, inside, strings.TrimPrefix(fmt.Sprintf("%s.%.40s", path, key), ".")); err != nil {
			return err
		}
	}
	return nil
}

// named returns a path for a message, which is "the whole of it" for the whole text.
func named(path string) string {
	if path == "" {
		return "the whole of it"
	}
	return path
}

// within returns the words for a message that say in which object something is, or "" for the
// whole text.
func within(path string) string {
	if path == "" {
		return ""
	}
	return " in " + path
}

// expected returns the words for a message that say what a value of a type is in JSON.
func expected(of reflect.Type) string {
	of = pointed(of)
	if of == nil {
		return "a value, or leave it out"
	}
	if readsText(of) {
		return "a text"
	}
	switch of.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a text"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Interface:
		return "a value, or leave it out"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "a whole number"
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

// readsItself reports whether a type has its own reader.
func readsItself(of reflect.Type) bool {
	of = pointed(of)
	return of != nil && reflect.PointerTo(of).Implements(unmarshaler)
}

// pointed returns the type to which pointers, if any, lead.
func pointed(of reflect.Type) reflect.Type {
	for of != nil && of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	return of
}

// fieldsOf returns the types of a struct's fields by their names in JSON. It returns nil for
// other types, and for those that read themselves.
func fieldsOf(of reflect.Type) map[string]reflect.Type {
	of = pointed(of)
	if of == nil || of.Kind() != reflect.Struct || readsItself(of) {
		return nil
	}
	names := map[string]reflect.Type{}
	for _, field := range reflect.VisibleFields(of) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" {
			name = field.Name
		}
		names[name] = field.Type
	}
	return names
}

// element returns the type of the elements of a list or a map. It returns nil for other types,
// and for those that read themselves.
func element(of reflect.Type) reflect.Type {
	of = pointed(of)
	if of == nil || readsItself(of) {
		return nil
	}
	switch of.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return of.Elem()
	}
	return nil
}
