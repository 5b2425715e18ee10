package strictjson

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
)

// fits reports whether a value that begins with a token may have a type.
func fits(token json.Token, of reflect.Type) bool {
	if _, wasRead := token.(float64); wasRead {
		return true
	}
	of = pointed(of)
	if of == nil || of.Kind() == reflect.Interface {
		return true
	}
	kind := of.Kind()
	if readsText(of) {
		kind = reflect.String
	}
	switch token := token.(type) {
	case bool:
		return kind == reflect.Bool
	case string:
		return kind == reflect.String || kind == reflect.Slice && of.Elem().Kind() == reflect.Uint8 // in base64
	case json.Number:
		return kind != reflect.String && isNumber(string(token), of)
	case json.Delim:
		if token == '{' {
			return kind == reflect.Struct || kind == reflect.Map
		}
		return kind == reflect.Slice || kind == reflect.Array
	}
	return true
}

var textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()

// readsText reports whether a type reads texts by itself.
func readsText(of reflect.Type) bool { return reflect.PointerTo(of).Implements(textUnmarshaler) }

// isNumber reports whether a number of JSON fits a type.
func isNumber(text string, of reflect.Type) bool {
	var err error
	switch of.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		_, err = strconv.ParseInt(text, 10, of.Bits())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		_, err = strconv.ParseUint(text, 10, of.Bits())
	case reflect.Float32, reflect.Float64:
		_, err = strconv.ParseFloat(text, of.Bits())
	default:
		return false
	}
	return err == nil
}

// written describes a value in a message, given the token with which it begins.
func written(token json.Token) string {
	switch token := token.(type) {
	case nil:
		return "null"
	case string:
		return fmt.Sprintf("the text %.40q", token)
	case json.Number:
		return fmt.Sprintf("%.40s", token)
	case json.Delim:
		if token == '{' {
			return "an object"
		}
		return "a list"
	}
	return fmt.Sprint(token)
}
