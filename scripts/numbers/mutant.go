package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// mutant is a file with one place of it changed.
type mutant struct {
	path     string
	line     int
	source   []byte
	from, to int // bytes of the source that are replaced
	by       string
}

func (m mutant) text() []byte {
	return append(append(append([]byte{}, m.source[:m.from]...), m.by...), m.source[m.to:]...)
}

func (m mutant) String() string {
	was := strings.Join(strings.Fields(string(m.source[m.from:m.to])), " ")
	if m.by == "" {
		return fmt.Sprintf("%s:%d: %q is left out", m.path, m.line, was)
	}
	return fmt.Sprintf("%s:%d: %s is %s", m.path, m.line, was, m.by)
}

// span are lines of a file, from 1, that tests run.
type span struct{ first, last int }

// covered runs the tests of a package and returns the lines that they run, by the name
// of the file.
func covered(folder, profile string) (map[string][]span, error) {
	command := exec.Command("go", "test", "-vet=off", "-short", "-count=1", "-coverprofile", profile, ".")
	command.Dir = folder
	if output, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("its tests fail unchanged: %w\n%s", err, output)
	}
	file, err := os.Open(profile)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	runs := map[string][]span{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var first, last, column, statements, count int
		name, position, _ := strings.Cut(lines.Text(), ":")
		if n, _ := fmt.Sscanf(position, "%d.%d,%d.%d %d %d", &first, &column, &last, &column, &statements, &count); n == 6 && count > 0 {
			runs[filepath.Base(name)] = append(runs[filepath.Base(name)], span{first, last})
		}
	}
	return runs, nil
}

// find returns the mutants of a package's files: of each number, and of each statement
// that can be left out. Numbers outside of functions are run by whoever uses them.
func find(folder string, runs map[string][]span) ([]mutant, error) {
	entry, err := build.Default.ImportDir(folder, 0)
	if err != nil {
		return nil, err
	}
	var mutants []mutant
	for _, name := range entry.GoFiles {
		path := filepath.Join(folder, name)
		source, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, source, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		if ast.IsGenerated(file) {
			continue
		}
		runsAt := func(line int) bool {
			for _, span := range runs[name] {
				if span.first <= line && line <= span.last {
					return true
				}
			}
			return false
		}
		change := func(node ast.Node, by string) {
			line := files.Position(node.Pos()).Line
			mutants = append(mutants, mutant{path, line, source, files.Position(node.Pos()).Offset, files.Position(node.End()).Offset, by})
		}
		inspect := func(inside bool) func(ast.Node) bool {
			return func(node ast.Node) bool {
				if node == nil || inside && node.Pos().IsValid() && isStatement(node) && !runsAt(files.Position(node.Pos()).Line) {
					return false
				}
				switch node := node.(type) {
				case *ast.BasicLit:
					if by := shifted(node); by != "" {
						change(node, by)
					}
				case *ast.ExprStmt, *ast.IncDecStmt:
					change(node, "")
				case *ast.AssignStmt:
					if node.Tok != token.DEFINE {
						change(node, "")
					}
				case *ast.CallExpr:
					// The text of a failure of the program itself is no behavior.
					if name, ok := node.Fun.(*ast.Ident); ok && name.Name == "panic" {
						return false
					}
				}
				return true
			}
		}
		for _, declaration := range file.Decls {
			function, inside := declaration.(*ast.FuncDecl)
			if !inside || function.Body != nil {
				ast.Inspect(declaration, inspect(inside))
			}
		}
	}
	return mutants, nil
}

func isStatement(node ast.Node) bool {
	_, block := node.(*ast.BlockStmt)
	_, statement := node.(ast.Stmt)
	return statement && !block
}

// shifted is a number one larger, or a tenth larger where it is no whole one; it is
// empty for what is no number.
func shifted(literal *ast.BasicLit) string {
	switch literal.Kind {
	case token.INT:
		if value, err := strconv.ParseInt(literal.Value, 0, 64); err == nil {
			return strconv.FormatInt(value+1, 10)
		}
	case token.FLOAT:
		if value, err := strconv.ParseFloat(literal.Value, 64); err == nil {
			return strconv.FormatFloat(value*1.1, 'g', -1, 64)
		}
	}
	return ""
}
