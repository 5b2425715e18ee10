package ir

import (
	"errors"
	"fmt"
	"strings"
)

// Verify checks that a module obeys every rule. Dimensions are declared once and in order,
// names are unique, and values are assigned before they are used. Types are those of the shape
// rules, calls fit their declarations, and no row depends on another system. The error names
// the node.
func Verify(m *Module) error {
	if strings.ContainsRune(m.Name, '\n') || strings.TrimSpace(m.Name) != m.Name {
		return fmt.Errorf("the module's name %q is not one trimmed line", m.Name)
	}
	if err := verifyDims(m); err != nil {
		return err
	}
	if m.Main == nil {
		return errors.New("the module has no main graph")
	}
	v := newVerifier(m)
	names, defined := map[string]bool{}, map[*Func]bool{}
	for _, f := range m.Funcs {
		if !validName(f.Name) {
			return fmt.Errorf("%q is no name for a function: %s", f.Name, nameRule)
		}
		if names[f.Name] {
			return fmt.Errorf("function @%s is defined twice", f.Name)
		}
		if err := v.function(f, defined); err != nil {
			return fmt.Errorf("function @%s: %w", f.Name, err)
		}
		names[f.Name], defined[f] = true, true
	}
	if err := v.function(m.Main, defined); err != nil {
		return fmt.Errorf("main: %w", err)
	}
	return v.rows()
}

func verifyDims(m *Module) error {
	known := map[string]Dimension{}
	for _, dim := range m.Dims {
		if !validSymbol(dim.Symbol) {
			return fmt.Errorf("%q is no name for a symbol: %s, and a number is not", dim.Symbol, nameRule)
		}
		if _, twice := known[dim.Symbol]; twice {
			return fmt.Errorf("the symbol %s is declared twice", dim.Symbol)
		}
		if dim.Outer != "" || dim.Inner != "" {
			inner, haveInner := known[dim.Inner]
			if !haveInner || !known[dim.Outer].Rows || inner.Rows || !dim.Rows {
				return fmt.Errorf("%q: only rows can be a product, of rows and a count declared before", dim)
			}
			if other, err := m.product(dim.Outer, dim.Inner); err == nil && other != dim.Symbol {
				return fmt.Errorf("%s and %s are declared as the same product", other, dim.Symbol)
			}
		}
		if dim.Number != 0 && (dim.Rows || dim.Number < 0) {
			return fmt.Errorf("%q: only a count is a number, of 1 or more", dim)
		}
		known[dim.Symbol] = dim
	}
	return nil
}

// verifier is a module with the meanings of its lowered operators, by signature. Equal nodes,
// such as those of a model's steps, are examined once.
type verifier struct {
	module   *Module
	meanings map[string]*Func
}

func newVerifier(m *Module) verifier { return verifier{m, map[string]*Func{}} }

// scopeChecker holds the names that are known while a graph is read from top to bottom.
type scopeChecker struct {
	verifier
	names   map[string]bool
	defined map[*Value]bool
}

func (v verifier) function(f *Func, callable map[*Func]bool) error {
	size := len(f.Inputs) + len(f.Nodes)
	scope := scopeChecker{v, make(map[string]bool, size), make(map[*Value]bool, size)}
	for _, input := range f.Inputs {
		if input.Node != nil {
			return fmt.Errorf("input %s is computed by a node", input.Name)
		}
		if err := scope.define(input); err != nil {
			return err
		}
	}
	for _, node := range f.Nodes {
		if err := scope.node(node, callable); err != nil {
			return err
		}
	}
	names := map[string]bool{}
	for _, output := range f.Outputs {
		if !validName(output.Name) {
			return fmt.Errorf("%q is no name for an output: %s", output.Name, nameRule)
		}
		if !scope.defined[output.Value] {
			return fmt.Errorf("output %s is not computed in the graph", output.Name)
		}
		if names[output.Name] {
			return fmt.Errorf("output %s is returned twice", output.Name)
		}
		names[output.Name] = true
	}
	return nil
}

// define adds a value, whose name must be new and whose symbols must be declared.
func (s scopeChecker) define(v *Value) error {
	if !validName(v.Name) {
		return fmt.Errorf("%q is no name for a value: %s", v.Name, nameRule)
	}
	if s.names[v.Name] {
		return fmt.Errorf("the name %%%s is used twice", v.Name)
	}
	if err := v.Type.wellFormed(); err != nil {
		return fmt.Errorf("%%%s: %w", v.Name, err)
	}
	symbols := []string{v.Type.Rows().Symbol, v.Type.Into}
	for _, symbol := range symbols {
		if dim, ok := s.module.Dim(symbol); symbol != "" && (!ok || !dim.Rows) {
			return fmt.Errorf("%%%s is %s, but %s is not declared as rows", v.Name, v.Type, symbol)
		}
	}
	s.names[v.Name], s.defined[v] = true, true
	return nil
}

func (s scopeChecker) node(n *Node, callable map[*Func]bool) error {
	if len(n.Results) == 0 {
		return errors.New("a node has no result")
	}
	fail := func(err error) error { return fmt.Errorf("%%%s = %s: %w", n.Results[0].Name, n.Kind(), err) }
	for _, arg := range n.Args {
		if !s.defined[arg] {
			return fail(fmt.Errorf("%%%s is used before it is assigned", arg.Name))
		}
	}
	want, err := s.resultTypes(n, callable)
	if err != nil {
		return fail(err)
	}
	if lowered := n.Op != nil && n.Op.Means != nil; len(want) != len(n.Results) && (!lowered || len(want) < len(n.Results)) {
		return fail(fmt.Errorf("it has %d results, not %d", len(want), len(n.Results)))
	}
	for i, result := range n.Results {
		if result.Node != n || !result.Type.Equal(want[i]) {
			return fail(fmt.Errorf("%%%s is %s; the shape rule says %s", result.Name, result.Type, want[i]))
		}
		if err := s.define(result); err != nil {
			return err
		}
	}
	return nil
}

func (s scopeChecker) resultTypes(n *Node, callable map[*Func]bool) ([]Type, error) {
	if n.Callee == nil {
		return n.operatorTypes(s.module, s.cachedMeaning)
	}
	if !callable[n.Callee] {
		return nil, fmt.Errorf("@%s is not defined before", n.Callee.Name)
	}
	if scope, ok := n.Attrs["scope"].(string); !ok || !validSymbol(scope) || len(n.Attrs) != 1 {
		return nil, errors.New("a call has the one attribute scope, a name")
	}
	if len(n.Args) != len(n.Callee.Inputs) {
		return nil, fmt.Errorf("it takes %d arguments, not %d", len(n.Callee.Inputs), len(n.Args))
	}
	for i, input := range n.Callee.Inputs {
		if !n.Args[i].Type.Equal(input.Type) {
			return nil, fmt.Errorf("argument %s is %s, not %s", input.Name, input.Type, n.Args[i].Type)
		}
	}
	var types []Type
	for _, output := range n.Callee.Outputs {
		types = append(types, output.Value.Type)
	}
	return types, nil
}

const nameRule = "letters, digits and _ . / - are"

// validSymbol reports whether the text form does not take a name for a number or a switch if it
// is the value of an attribute.
func validSymbol(name string) bool {
	value, err := parseAttr(name)
	_, isName := value.(string)
	return err == nil && isName
}

func validName(name string) bool {
	for _, r := range name {
		if !nameRune(r) {
			return false
		}
	}
	return name != ""
}

func nameRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
		r == '_' || r == '.' || r == '/' || r == '-'
}
