package ir

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Parse reads a module's text form and verifies it. Errors name the line. Lines that are empty
// or start with # are skipped.
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
		return nil, fmt.Errorf("the text ends inside of %s, before its }", p.current.Name)
	}
	return p.module, Verify(p.module)
}

type parser struct {
	module  *Module
	funcs   map[string]*Func
	current *Func // the graph whose lines are being read
	values  map[string]*Value
}

func (p *parser) line(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case p.current != nil && line == "}":
		p.close()
		return nil
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
		return p.function(rest)
	case strings.HasPrefix(line, "main("):
		return p.main(line)
	}
	return fmt.Errorf("%q is no declaration; module, rows, count, func and main are", line)
}

func (p *parser) dimension(rows bool, text string) error {
	symbol, product, isProduct := strings.Cut(text, " = ")
	dim := Dimension{Symbol: symbol, Rows: rows}
	if number, err := strconv.Atoi(product); isProduct && err == nil {
		dim.Number = number
	} else if isProduct {
		var ok bool
		if dim.Outer, dim.Inner, ok = strings.Cut(product, " * "); !ok {
			return fmt.Errorf("%q is no product of two symbols", product)
		}
	}
	p.module.Dims = append(p.module.Dims, dim)
	return nil
}

func (p *parser) function(text string) error {
	signature, ok := strings.CutPrefix(text, "@")
	if !ok {
		return fmt.Errorf("%q does not have the form @name(inputs) {", text)
	}
	if err := p.open(signature); err != nil {
		return err
	}
	if p.funcs[p.current.Name] != nil {
		return fmt.Errorf("function @%s is defined twice", p.current.Name)
	}
	p.module.Funcs = append(p.module.Funcs, p.current)
	return nil
}

func (p *parser) main(text string) error {
	if p.module.Main != nil {
		return errors.New("there are two main graphs")
	}
	if err := p.open(text); err != nil {
		return err
	}
	p.module.Main = p.current
	return nil
}

// close ends a graph; a function can be called from here on.
func (p *parser) close() {
	if p.current != p.module.Main {
		p.funcs[p.current.Name] = p.current
	}
	p.current = nil
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
		name, param := strings.CutPrefix(name, "param ")
		if !ok {
			return fmt.Errorf("%q does not have the form %%name: type", input)
		}
		value, err := p.assign(name, typeText)
		if err != nil {
			return err
		}
		value.Param = param
		p.current.Inputs = append(p.current.Inputs, value)
	}
	return nil
}

// assign returns the new value for "%name" and its type.
func (p *parser) assign(reference, typeText string) (*Value, error) {
	name, ok := strings.CutPrefix(reference, "%")
	if !ok {
		return nil, fmt.Errorf("%q does not have the form %%name", reference)
	}
	if p.values[name] != nil {
		return nil, fmt.Errorf("the name %s is used twice", reference)
	}
	t, err := parseType(typeText)
	if err != nil {
		return nil, err
	}
	p.values[name] = &Value{Name: name, Type: t}
	return p.values[name], nil
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
	name, ok := strings.CutPrefix(reference, "%")
	if value := p.values[name]; ok && value != nil {
		return value, nil
	}
	return nil, fmt.Errorf("%q is not assigned before", reference)
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
		if node.Attrs, err = parseAttrs(attrs); err != nil {
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
		value, err := p.assign(name, typeTexts[i])
		if err != nil {
			return err
		}
		value.Node = node
		node.Results = append(node.Results, value)
	}
	p.current.Nodes = append(p.current.Nodes, node)
	return nil
}

// operation reads "operator %args" or "call @function %args".
func (p *parser) operation(node *Node, text string) error {
	kind, args, _ := strings.Cut(text, " ")
	if kind == "call" {
		kind, args, _ = strings.Cut(args, " ")
		name, ok := strings.CutPrefix(kind, "@")
		if node.Callee = p.funcs[name]; !ok || node.Callee == nil {
			return fmt.Errorf("%q is not a function defined before", kind)
		}
	} else {
		var err error
		if node.Op, err = LookupOp(OpName(kind)); err != nil {
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
