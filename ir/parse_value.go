package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// parseType reads a type such as float[particles,3].
func parseType(text string) (Type, error) {
	wrong := fmt.Errorf("%q is no type, as float[particles,3] or index<particles>[edges] are", text)
	name, rest, ok := strings.Cut(text, "[")
	extents, ok2 := strings.CutSuffix(rest, "]")
	if !ok || !ok2 {
		return Type{}, wrong
	}
	var t Type
	if into, isIndex := strings.CutPrefix(name, "index<"); isIndex {
		t.DType, t.Into = Index, strings.TrimSuffix(into, ">")
	} else if name != "float" {
		return Type{}, wrong
	}
	for _, extent := range strings.Split(extents, ",") {
		if number, err := strconv.Atoi(extent); err == nil {
			t.Shape = append(t.Shape, Fixed(number))
		} else {
			t.Shape = append(t.Shape, Rows(extent))
		}
	}
	if t.wellFormed() != nil || t.String() != text {
		return Type{}, wrong
	}
	return t, nil
}

// parseAttrs reads "attribute=value, ...}".
func parseAttrs(text string) (Attrs, error) {
	text, ok := strings.CutSuffix(text, "}")
	if !ok {
		return nil, fmt.Errorf("the attributes %q do not end in }", text)
	}
	attrs := Attrs{}
	for _, part := range splitOutside(text) {
		name, valueText, ok := strings.Cut(part, "=")
		if !ok {
			return nil, fmt.Errorf("%q does not have the form attribute=value", part)
		}
		if _, twice := attrs[name]; twice {
			return nil, fmt.Errorf("the attribute %s is given twice", name)
		}
		value, err := parseAttr(valueText)
		if err != nil {
			return nil, fmt.Errorf("attribute %s: %w", name, err)
		}
		attrs[name] = value
	}
	return attrs, nil
}

func parseAttr(text string) (any, error) {
	if list, ok := strings.CutPrefix(text, "["); ok {
		return parseList(list)
	}
	if text == "true" || text == "false" {
		return text == "true", nil
	}
	if number, err := strconv.Atoi(text); err == nil {
		return number, nil
	}
	if number, err := strconv.ParseFloat(text, 64); err == nil {
		return number, nil
	}
	if !validName(text) {
		return nil, fmt.Errorf("%q is no value", text)
	}
	return text, nil
}

// parseList reads "numbers]", with blanks between them.
func parseList(text string) ([]float64, error) {
	text, ok := strings.CutSuffix(text, "]")
	if !ok {
		return nil, fmt.Errorf("the list %q does not end in ]", text)
	}
	values := []float64{}
	for _, element := range strings.Fields(text) {
		value, err := strconv.ParseFloat(element, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is no number", element)
		}
		values = append(values, value)
	}
	return values, nil
}

// splitOutside splits at ", ". Types hold commas without a space.
func splitOutside(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ", ")
}

func cutLast(text, separator string) (before, after string, ok bool) {
	at := strings.LastIndex(text, separator)
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+len(separator):], true
}
