// Package strictjson reads JSON that our own programs wrote: anything
// unexpected in it is damage or another program's.
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

// Unmarshal works as in encoding/json, but a field that into does not have is an error,
// in another case, too, and so is a key that comes twice: other readers may take the
// other value.
func Unmarshal(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("there is more after its end")
	}
	return checkKeys(json.NewDecoder(bytes.NewReader(text)), reflect.TypeOf(into))
}

// checkKeys reads a value that is known to be JSON of the type; of nil it may be
// any.
func checkKeys(decoder *json.Decoder, of reflect.Type) error {
	token, err := decoder.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('{'):
		err = checkObject(decoder, of)
	case json.Delim('['):
		for err == nil && decoder.More() {
			err = checkKeys(decoder, element(of))
		}
	default:
		return nil
	}
	if err == nil {
		_, err = decoder.Token() // the closing bracket
	}
	return err
}

func checkObject(decoder *json.Decoder, of reflect.Type) error {
	names := fieldsOf(of)
	seen := map[string]bool{}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return err
		}
		key := token.(string) // as all keys are
		if seen[key] {
			return fmt.Errorf("the key %.40q comes twice", key)
		}
		seen[key] = true
		inside, known := names[key]
		if names != nil && !known {
			return fmt.Errorf("unknown field %.40q: case counts", key)
		}
		if names == nil {
			inside = element(of)
		}
		if err := checkKeys(decoder, inside); err != nil {
			return err
		}
	}
	return nil
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

// fieldsOf are the types of a struct's fields by their names in JSON; nil of
// anything else, and of what reads itself.
func fieldsOf(of reflect.Type) map[string]reflect.Type {
	for of != nil && of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if of == nil || of.Kind() != reflect.Struct || reflect.PointerTo(of).Implements(unmarshaler) {
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

// element is the type of what a list or a map holds; nil of anything else.
func element(of reflect.Type) reflect.Type {
	for of != nil && of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if of == nil {
		return nil
	}
	switch of.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return of.Elem()
	}
	return nil
}
