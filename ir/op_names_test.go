package ir_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
)

// TestEveryOperatorHasAName requires a constant for each row of the table,
// and a method of the Builder that is called like the constant.
func TestEveryOperatorHasAName(t *testing.T) {
	constants := map[string]string{} // of the operators
	rows, err := filepath.Glob("ops_*.go")
	require.NoError(t, err)
	for _, name := range rows {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && spec.Type != nil {
				if named, isName := spec.Type.(*ast.Ident); isName && named.Name == "OpName" {
					constants[literal(spec.Values[0])] = spec.Names[0].Name
				}
			}
			return true
		})
	}
	for _, op := range ir.Ops() {
		constant := constants[string(op.Name)]
		require.NotEmpty(t, constant, "ops_*.go has no constant for %s", op.Name)
		_, found := reflect.TypeFor[*ir.Builder]().MethodByName(constant)
		require.True(t, found, "the Builder has no method %s for the operator %s", constant, op.Name)
		delete(constants, string(op.Name))
	}
	require.Empty(t, constants, "names without a row")
}

// TestNoLiteralNames finds string literals that are names of operators in
// code that is no test. They stand where a constant or a row gives a name,
// and nowhere else.
func TestNoLiteralNames(t *testing.T) {
	checker := nameChecker{fset: token.NewFileSet(), packages: map[string]*types.Package{}}
	folders := 0
	require.NoError(t, filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if path != ".." && strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata" || entry.Name() == "gen" {
			return fs.SkipDir
		}
		if checker.sees(path) {
			folders++
			checker.check("gmnc/"+filepath.ToSlash(strings.TrimPrefix(path, "../")), path)
		}
		return nil
	}))
	require.Greater(t, folders, 5)
	for _, found := range checker.found {
		t.Error(found)
	}
}

// nameChecker finds out the types of literals. Declarations in other modules'
// packages count as unknown.
type nameChecker struct {
	fset     *token.FileSet
	packages map[string]*types.Package
	found    []string
}

func (c *nameChecker) Import(path string) (*types.Package, error) {
	if folder, ours := strings.CutPrefix(path, "gmnc/"); ours {
		return c.check(path, filepath.Join("..", folder)), nil
	}
	return types.NewPackage(path, filepath.Base(path)), nil
}

func (c *nameChecker) files(folder string) (files []*ast.File) {
	names, _ := filepath.Glob(filepath.Join(folder, "*.go"))
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if file, err := parser.ParseFile(c.fset, name, nil, 0); err == nil {
			files = append(files, file)
		}
	}
	return files
}

// sees reports whether a package is this one or imports it.
func (c *nameChecker) sees(folder string) bool {
	return folder == "../ir" || slices.ContainsFunc(c.files(folder), func(file *ast.File) bool {
		return slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool { return literal(s.Path) == "gmnc/ir" })
	})
}

func (c *nameChecker) check(path, folder string) *types.Package {
	if known := c.packages[path]; known != nil {
		return known
	}
	files := c.files(folder)
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: c, Error: func(error) {}} // of what is unknown
	c.packages[path], _ = config.Check(path, c.fset, files, info)
	for _, file := range files {
		c.inspect(file, info)
	}
	return c.packages[path]
}

// inspect finds literals of the type OpName, and those with which the text of
// a name is compared.
func (c *nameChecker) inspect(file *ast.File, info *types.Info) {
	declared := map[ast.Expr]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			for _, spec := range n.Specs {
				if value, ok := spec.(*ast.ValueSpec); ok && n.Tok == token.CONST {
					for _, x := range value.Values {
						declared[x] = true
					}
				}
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Name" {
				declared[n.Value] = true
			}
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				c.compare(n.X, n.Y, info)
				c.compare(n.Y, n.X, info)
			}
		case *ast.BasicLit:
			if t := info.Types[n].Type; t != nil && t.String() == "gmnc/ir.OpName" && literal(n) != "" && !declared[n] {
				c.report(n)
			}
		}
		return true
	})
}

// compare reports a literal that is compared with what Kind or a conversion
// makes of a name.
func (c *nameChecker) compare(x, y ast.Expr, info *types.Info) {
	call, isCall := y.(*ast.CallExpr)
	if _, err := ir.LookupOp(ir.OpName(literal(x))); err != nil || !isCall {
		return
	}
	selector, isMethod := call.Fun.(*ast.SelectorExpr)
	converted := len(call.Args) == 1 && info.Types[call.Fun].IsType() && info.Types[call.Args[0]].Type.String() == "gmnc/ir.OpName"
	if converted || isMethod && selector.Sel.Name == "Kind" {
		c.report(x)
	}
}

func (c *nameChecker) report(x ast.Expr) {
	c.found = append(c.found, c.fset.Position(x.Pos()).String()+": "+literal(x)+" is a name of an operator; use its constant")
}

// literal is the text of a string literal, or "".
func literal(x ast.Expr) string {
	if basic, ok := x.(*ast.BasicLit); ok && basic.Kind == token.STRING {
		text, _ := strconv.Unquote(basic.Value)
		return text
	}
	return ""
}
