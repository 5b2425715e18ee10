package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// helpers are the functions that the changed files call.
//
//go:embed schema.go.txt
var helpers string

// listed is a package as the go command lists it.
type listed struct {
	dir, name, path string
	files           []string
}

// load parses and checks the files of the package in a folder that are not generated.
func load(ctx context.Context, folder string) (listed, []*source, error) {
	const format = "{{.Dir}}\t{{.Name}}\t{{.ImportPath}}\t{{.Export}}\t{{range .GoFiles}}{{.}} {{end}}"
	list, err := output(ctx, folder, "go", "list", "-export", "-deps", "-f", format, ".")
	if err != nil {
		return listed{}, nil, err
	}
	exports := map[string]string{}
	var self listed // the package itself is the last
	for line := range strings.Lines(list) {
		of := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		exports[of[2]] = of[3]
		self = listed{of[0], of[1], of[2], strings.Fields(of[4])}
	}
	files := token.NewFileSet()
	var trees []*ast.File
	var sources []*source
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	for _, name := range self.files {
		path := filepath.Join(self.dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return listed{}, nil, err
		}
		tree, err := parser.ParseFile(files, path, text, parser.ParseComments)
		if err != nil {
			return listed{}, nil, err
		}
		trees = append(trees, tree)
		if !ast.IsGenerated(tree) {
			sources = append(sources, &source{path: path, text: text, files: files, tree: tree, info: info})
		}
	}
	open := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	config := types.Config{Importer: importer.ForCompiler(files, "gc", open)}
	checked, err := config.Check(self.path, files, trees, info)
	if err != nil {
		return listed{}, nil, err
	}
	for _, source := range sources {
		source.self = checked
	}
	return self, sources, nil
}

// rounds is how often the mutants that do not compile are taken away, since the compiler
// finds some mistakes only where there are no others.
const rounds = 10

// compile writes the test binary of a package that has all of the mutants in it, each of
// them asleep, and returns those that compile.
func compile(ctx context.Context, self listed, sources []*source, mutants []mutant, work string) ([]mutant, error) {
	for range rounds {
		replace := map[string]string{}
		write := func(path, text string) error {
			scratch := filepath.Join(work, filepath.Base(path)) // the compiler names it
			replace[path] = scratch
			return os.WriteFile(scratch, []byte(text), 0o666)
		}
		for _, source := range sources {
			if err := write(source.path, source.with(mutants)); err != nil {
				return nil, err
			}
		}
		if err := write(filepath.Join(self.dir, "mutants_schema.go"), strings.Replace(helpers, "NAME", self.name, 1)); err != nil {
			return nil, err
		}
		overlay, err := json.Marshal(map[string]any{"Replace": replace})
		if err != nil {
			return nil, err
		}
		list := filepath.Join(work, "overlay.json")
		if err := os.WriteFile(list, overlay, 0o666); err != nil {
			return nil, err
		}
		command := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-gcflags=-e", "-overlay", list, "-o", filepath.Join(work, "tests"), ".")
		command.Dir = self.dir
		output, err := command.CombinedOutput()
		if err == nil {
			return mutants, nil
		}
		kept := without(mutants, string(output))
		if len(kept) == len(mutants) {
			return nil, fmt.Errorf("%w\n%s", err, output)
		}
		mutants = kept
	}
	return nil, fmt.Errorf("its mutants do not compile after %d rounds", rounds)
}

// failure matches the beginning of a message of the compiler, with the name of a file and the
// number of a line.
var failure = regexp.MustCompile(`(?m)^(?:\S*/)?([^/\s:]+\.go):(\d+):`)

// without returns the mutants that are on no line that the compiler complains of.
func without(mutants []mutant, output string) []mutant {
	bad := map[string]bool{}
	for _, match := range failure.FindAllStringSubmatch(output, -1) {
		bad[match[1]+":"+match[2]] = true
	}
	return slices.DeleteFunc(slices.Clone(mutants), func(m mutant) bool {
		return bad[fmt.Sprintf("%s:%d", filepath.Base(m.file), m.line)]
	})
}

// with returns the text of a file with the mutants in it. Its lines stay where they are.
func (s *source) with(mutants []mutant) string {
	var edits []edit
	for id, mutant := range mutants {
		for _, edit := range mutant.edits {
			if mutant.file == s.path {
				edit.text = strings.ReplaceAll(edit.text, number, strconv.Itoa(id))
				edits = append(edits, edit)
			}
		}
	}
	// The list begins with outer expressions. At one place the ends of inner expressions come
	// first, then those of outer ones, and then the beginnings, of outer ones first.
	ends := slices.DeleteFunc(slices.Clone(edits), func(e edit) bool { return !e.closes })
	slices.Reverse(ends)
	edits = append(ends, slices.DeleteFunc(edits, func(e edit) bool { return e.closes })...)
	slices.SortStableFunc(edits, func(a, b edit) int { return a.start - b.start })
	var text strings.Builder
	at := 0
	for _, edit := range edits {
		text.Write(s.text[at:edit.start])
		text.WriteString(edit.text)
		at = edit.end
	}
	text.Write(s.text[at:])
	return text.String()
}
