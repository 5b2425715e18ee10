package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

// mutant is one change of a line, and the edits of its file that make it while the
// mutant is the active one.
type mutant struct {
	file   string // path of the file
	line   int    // from 1
	change string
	edits  []edit
}

func (m mutant) String() string { return fmt.Sprintf("%s:%d: %s", m.file, m.line, m.change) }

// number stands for the number of the mutant in the text of an edit.
const number = "\x00"

// edit replaces the bytes of a file from start to end.
type edit struct {
	start, end int
	text       string
	closes     bool // whether it is behind the expression or statement to which it belongs
}

// source is a parsed and checked file.
type source struct {
	path  string
	text  []byte
	files *token.FileSet
	tree  *ast.File
	info  *types.Info
	self  *types.Package
}

// mutants returns the mutants of a file. Outer expressions come before those inside.
func (s *source) mutants() []mutant {
	var found []mutant
	add := func(node ast.Node, change string, edits ...edit) {
		found = append(found, mutant{s.path, s.files.Position(node.Pos()).Line, change, edits})
	}
	ast.PreorderStack(s.tree, nil, func(node ast.Node, above []ast.Node) bool {
		if s.isFixed(node, above) {
			return false
		}
		switch node := node.(type) {
		case ast.Stmt:
			if canBeLeftOut(node, above) {
				add(node, s.quote(node)+" is left out", s.around(node, "if !mutantIs("+number+") { ", " }")...)
			}
			if branch, ok := node.(*ast.IfStmt); ok {
				if _, ok := branch.Cond.(*ast.BinaryExpr); !ok {
					add(branch.Cond, s.quote(branch.Cond)+" is its opposite", s.around(branch.Cond, "((", ") != mutantIs("+number+"))")...)
				}
			}
		case ast.Expr:
			if value := s.info.Types[node].Value; value != nil {
				if typ, by, larger := s.shift(node, value); by != "" {
					add(node, s.quote(node)+" is "+larger, s.around(node, "mutantOr["+typ+"]("+number+", ", ", ("+s.of(node)+")"+by+")")...)
				}
				return false
			}
			if binary, ok := node.(*ast.BinaryExpr); ok {
				s.operator(binary, add)
			}
		}
		return true
	})
	return found
}

// isFixed says whether what a node holds is no behavior that a test can notice, or must be
// constant: declarations of types and constants, lengths of arrays, keys of lists, and the
// text of a panic.
func (s *source) isFixed(node ast.Node, above []ast.Node) bool {
	switch node := node.(type) {
	case *ast.GenDecl:
		return node.Tok != token.VAR
	case *ast.FuncType, *ast.StructType, *ast.InterfaceType, *ast.MapType, *ast.ChanType, *ast.ArrayType:
		return true
	case *ast.CallExpr:
		return isPanic(node)
	case ast.Expr:
		pair, ok := above[len(above)-1].(*ast.KeyValueExpr)
		return ok && pair.Key == node
	}
	return false
}

func isPanic(expression ast.Expr) bool {
	call, ok := expression.(*ast.CallExpr)
	if !ok {
		return false
	}
	name, ok := call.Fun.(*ast.Ident)
	return ok && name.Name == "panic"
}

// canBeLeftOut says whether a function compiles without a statement: a call, an
// assignment or a jump of a block, or a return in the body of an if without else.
func canBeLeftOut(statement ast.Stmt, above []ast.Node) bool {
	switch parent := above[len(above)-1].(type) {
	case *ast.BlockStmt, *ast.CaseClause:
	case *ast.CommClause:
		if parent.Comm == statement {
			return false
		}
	default:
		return false
	}
	switch statement := statement.(type) {
	case *ast.ExprStmt:
		return !isPanic(statement.X)
	case *ast.IncDecStmt:
		return true
	case *ast.BranchStmt:
		return statement.Tok != token.FALLTHROUGH
	case *ast.AssignStmt:
		return statement.Tok != token.DEFINE
	case *ast.ReturnStmt:
		branch, ok := above[len(above)-2].(*ast.IfStmt)
		return ok && branch.Else == nil
	}
	return false
}

// shift returns the type of a constant, and what makes it one larger, or a tenth larger
// where it is no whole number. It is empty for what is no number, and for a name in a list
// of kinds, which has a type of its own.
func (s *source) shift(expression ast.Expr, value constant.Value) (typ, by, larger string) {
	full := types.Default(s.info.TypeOf(expression))
	info := numberInfo(full)
	if info == 0 {
		return "", "", ""
	}
	if named, ok := full.(*types.Named); ok && named.Obj().Pkg() == s.self && info&types.IsInteger != 0 {
		return "", "", ""
	}
	typ = types.TypeString(full, func(of *types.Package) string {
		if of == s.self {
			return ""
		}
		return of.Name()
	})
	if info&types.IsFloat != 0 && constant.Sign(value) != 0 {
		return typ, "*1.1", "a tenth larger"
	}
	return typ, "+1", "one larger"
}

// numberInfo says which numbers a type has, integers or floats. It is 0 for other types.
func numberInfo(of types.Type) types.BasicInfo {
	basic, ok := of.Underlying().(*types.Basic)
	if !ok {
		return 0
	}
	return basic.Info() & (types.IsInteger | types.IsFloat)
}

// operator adds the mutants of an operator: a neighboring one, and for "and" and "or"
// each side alone.
func (s *source) operator(binary *ast.BinaryExpr, add func(ast.Node, string, ...edit)) {
	switch binary.Op {
	case token.LAND:
		for _, side := range []ast.Expr{binary.X, binary.Y} {
			add(side, s.quote(side)+" is true", s.around(side, "((", ") || mutantIs("+number+"))")...)
		}
	case token.LOR:
		for _, side := range []ast.Expr{binary.X, binary.Y} {
			add(side, s.quote(side)+" is false", s.around(side, "((", ") && !mutantIs("+number+"))")...)
		}
	case token.EQL, token.NEQ:
		add(binary, s.quote(binary)+" is its opposite", s.around(binary, "((", ") != mutantIs("+number+"))")...)
	default:
		neighbor, known := neighbors[binary.Op]
		if !known || numberInfo(s.info.TypeOf(binary.X)) == 0 {
			return
		}
		comma := edit{start: s.offset(binary.OpPos), end: s.offset(binary.OpPos) + len(binary.Op.String()), text: ", "}
		edits := append(s.around(binary, neighbor.function+"("+number+", ", ")"), comma)
		add(binary, s.quote(binary)+" has "+neighbor.by, edits...)
	}
}

// neighbors holds, for each operator on numbers, the function of schema.go.txt that stands for
// it, and the operator that it has in the mutant.
var neighbors = map[token.Token]struct{ function, by string }{
	token.LSS: {"mutantLess", "<="},
	token.LEQ: {"mutantLessOrEqual", "<"},
	token.GTR: {"mutantMore", ">="},
	token.GEQ: {"mutantMoreOrEqual", ">"},
	token.ADD: {"mutantPlus", "-"},
	token.SUB: {"mutantMinus", "+"},
	token.MUL: {"mutantTimes", "/"},
	token.QUO: {"mutantOver", "*"},
}

func (s *source) offset(at token.Pos) int { return s.files.Position(at).Offset }

// of is the text of a node.
func (s *source) of(node ast.Node) string {
	return string(s.text[s.offset(node.Pos()):s.offset(node.End())])
}

// quote is the text of a node in one short line.
func (s *source) quote(node ast.Node) string {
	text := strings.Join(strings.Fields(s.of(node)), " ")
	if runes := []rune(text); len(runes) > 60 {
		text = string(runes[:60]) + "…"
	}
	return "`" + text + "`"
}

// around are the edits that put texts before and after a node.
func (s *source) around(node ast.Node, before, after string) []edit {
	start, end := s.offset(node.Pos()), s.offset(node.End())
	return []edit{{start: start, end: start, text: before}, {start: end, end: end, text: after, closes: true}}
}
