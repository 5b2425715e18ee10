package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// Parse reads a module's text form and verifies it. Errors name the line.
// Lines that are empty or start with # are passed over.
func Parse(text string) (*Module, error) {
	p := &parser{module: &Module{}, funcs: map[string]*Func{}}
	for number, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := p.line(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", number+1, err)
		}
	}
	if p.current != nil {
		return nil, fmt.Errorf("the text ends inside of %s", p.current.Name)
	}
	return p.module, Verify(p.module)
}

type parser struct {
	module  *Module
	funcs   map[string]*Func
	current *Func
	values  map[string]*Value
}

func (p *parser) line(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case p.current != nil && line == "}":
		return p.close()
	case p.current != nil && word == "return":
		return p.outputs(rest)
	case p.current != nil:
		return p.node(line)
	case word == "module":
		p.module.Name = rest
		return nil
	case word == "rows", word == "count":
		return p.dimension(word == "rows", rest)
	case word == "func":
		return p.open(strings.TrimPrefix(rest, "@"))
	case strings.HasPrefix(line, "main("):
		return p.open(line)
	}
	return fmt.Errorf("%q is no declaration; module, rows, count, func and main are", line)
}

func (p *parser) dimension(rows bool, text string) error {
	symbol, product, isProduct := strings.Cut(text, " = ")
	dim := Dimension{Symbol: symbol, Rows: rows}
	if isProduct {
		var ok bool
		if dim.Outer, dim.Inner, ok = strings.Cut(product, " * "); !ok {
			return fmt.Errorf("%q is no product of two symbols", product)
		}
	}
	p.module.Dims = append(p.module.Dims, dim)
	return nil
}

// open starts a graph at "name(inputs) {".
func (p *parser) open(text string) error {
	name, rest, ok := strings.Cut(text, "(")
	inputs, ok2 := strings.CutSuffix(rest, ") {")
	if !ok || !ok2 {
		return fmt.Errorf("%q does not have the form name(inputs) {", text)
	}
	p.current, p.values = &Func{Name: name}, map[string]*Value{}
	for _, input := range splitOutside(inputs) {
		name, typeText, ok := strings.Cut(input, ": ")
		param := strings.HasPrefix(name, "param ")
		name, ok2 := strings.CutPrefix(strings.TrimPrefix(name, "param "), "%")
		if !ok || !ok2 {
			return fmt.Errorf("%q does not have the form %%name: type", input)
		}
		t, err := ParseType(typeText)
		if err != nil {
			return err
		}
		value := &Value{Name: name, Type: t, Param: param}
		p.values[name] = value
		p.current.Inputs = append(p.current.Inputs, value)
	}
	return nil
}

func (p *parser) close() error {
	if p.current.Name == "main" {
		p.module.Main = p.current
	} else {
		p.module.Funcs = append(p.module.Funcs, p.current)
		p.funcs[p.current.Name] = p.current
	}
	p.current = nil
	return nil
}

func (p *parser) outputs(text string) error {
	for _, output := range splitOutside(text) {
		name, reference, _ := strings.Cut(output, "=")
		value, err := p.value(reference)
		if err != nil {
			return err
		}
		p.current.Outputs = append(p.current.Outputs, Output{name, value})
	}
	return nil
}

func (p *parser) value(reference string) (*Value, error) {
	if value := p.values[strings.TrimPrefix(reference, "%")]; value != nil && reference[0] == '%' {
		return value, nil
	}
	return nil, fmt.Errorf("%s is not assigned before", reference)
}

// node reads "%results = kind %args {attributes} : types".
func (p *parser) node(line string) error {
	results, rest, ok := strings.Cut(line, " = ")
	body, types, ok2 := cutLast(rest, " : ")
	if !ok || !ok2 {
		return fmt.Errorf("%q does not have the form %%name = operator arguments : type", line)
	}
	node := &Node{}
	body, attrs, hasAttrs := strings.Cut(body, " {")
	if hasAttrs {
		var err error
		if node.Attrs, err = parseAttrs(strings.TrimSuffix(attrs, "}")); err != nil {
			return err
		}
	}
	if err := p.operation(node, body); err != nil {
		return err
	}
	names, typeTexts := splitOutside(results), splitOutside(types)
	if len(names) != len(typeTexts) {
		return fmt.Errorf("%d names for %d types", len(names), len(typeTexts))
	}
	for i, name := range names {
		t, err := ParseType(typeTexts[i])
		if err != nil {
			return err
		}
		value := &Value{Name: strings.TrimPrefix(name, "%"), Type: t, Node: node}
		node.Results = append(node.Results, value)
		p.values[value.Name] = value
	}
	p.current.Nodes = append(p.current.Nodes, node)
	return nil
}

// operation reads "operator %args" or "call @function %args".
func (p *parser) operation(node *Node, text string) error {
	kind, args, _ := strings.Cut(text, " ")
	if kind == "call" {
		kind, args, _ = strings.Cut(args, " ")
		node.Callee = p.funcs[strings.TrimPrefix(kind, "@")]
		if node.Callee == nil {
			return fmt.Errorf("%s is not defined before", kind)
		}
	} else {
		var err error
		if node.Op, err = LookupOp(kind); err != nil {
			return err
		}
	}
	for _, reference := range splitOutside(args) {
		value, err := p.value(reference)
		if err != nil {
			return err
		}
		node.Args = append(node.Args, value)
	}
	return nil
}

// ParseType reads a type such as float[particles,3].
func ParseType(text string) (Type, error) {
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

func parseAttrs(text string) (Attrs, error) {
	attrs := Attrs{}
	for _, part := range splitOutside(text) {
		name, valueText, ok := strings.Cut(part, "=")
		if !ok {
			return nil, fmt.Errorf("%q does not have the form attribute=value", part)
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
		values := []float64{}
		for _, element := range strings.Fields(strings.TrimSuffix(list, "]")) {
			value, err := strconv.ParseFloat(element, 64)
			if err != nil {
				return nil, err
			}
			values = append(values, value)
		}
		return values, nil
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

// splitOutside splits at ", "; types hold commas without a blank.
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
