package commandline

import (
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/testenv"
	"gmnc/predict/law"
	"gmnc/sysid"
	"gmnc/sysid/excite"
)

// documents are the pages that tell people what to type.
func documents(t *testing.T) []string {
	t.Helper()
	var paths []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "examples/*/README.md", "packages/*/README.md", "packages/Containerfile"} {
		found, err := filepath.Glob(filepath.Join(testenv.Root(), pattern))
		require.NoError(t, err)
		paths = append(paths, found...)
	}
	return paths
}

var (
	// typed is a command in a block of code.
	typed = regexp.MustCompile(`^(?:    |\t|#   ).*\bgmnc [a-z-]`)
	// mentioned is a command within a sentence, which may leave out its end.
	mentioned = regexp.MustCompile("`(gmnc [^`]*)`")
	// unfinished is how the parser refuses a command that lacks something.
	unfinished = regexp.MustCompile(`^(missing |expected )|<EOL>`)
	// chosenByReader stands for a value that the reader chooses, as in --model NAME.
	chosenByReader = regexp.MustCompile(`[ =][A-Z]+\b`)
	unknown        = regexp.MustCompile(`^un(known|expected) `)
	word           = regexp.MustCompile(`"[^"]*"|\S+`)
	variable       = regexp.MustCompile(`\$\w+`)
)

// argumentsIn returns the arguments of the call of gmnc in a line for a shell;
// variables are 1.
func argumentsIn(line string) (words []string) {
	before, call, _ := strings.Cut(line, "gmnc ")
	if strings.HasSuffix(before, "(") {
		call, _, _ = strings.Cut(call, ")")
	}
	for _, w := range word.FindAllString(variable.ReplaceAllString(call, "1"), -1) {
		if w == "|" || w == "#" {
			break
		}
		words = append(words, strings.Trim(w, `"`))
	}
	return words
}

// TestDocumentedCommands: the parser takes every command of the documents, and
// what a sentence mentions of one.
func TestDocumentedCommands(t *testing.T) {
	parsed := map[string]error{} // a parser is made for each, and pages repeat commands
	parse := func(line string) (err error) {
		err, known := parsed[line]
		if known {
			return err
		}
		defer func() { parsed[line] = err }()
		parser := newParser(new(commands), io.Discard, io.Discard, func(int) {}) // one remembers which flags were set
		words := argumentsIn(line)
		if words[0] == "help" {
			return nil // becomes a flag of what it names
		}
		_, err = parser.Parse(asFlags(words))
		return err
	}
	commands := 0
	for _, path := range documents(t) {
		if filepath.Base(path) == "CHANGELOG.md" {
			continue // tells what was, too
		}
		page, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, line := range strings.Split(string(page), "\n") {
			if typed.MatchString(line) {
				commands++
				require.NoError(t, parse(line), "%s: %s", path, line)
				continue
			}
			for _, found := range mentioned.FindAllStringSubmatch(line, -1) {
				err := parse(found[1])
				if err != nil && (unknown.MatchString(err.Error()) || !chosenByReader.MatchString(found[1])) {
					require.Regexp(t, unfinished, err.Error(), "%s: %s", path, found[1])
				}
			}
		}
	}
	require.Greater(t, commands, 60)
}

// TestDocumentedKeys: docs/command-line.md names every key of the JSON objects, in
// the row of their report.
func TestDocumentedKeys(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(testenv.Root(), "docs", "command-line.md"))
	require.NoError(t, err)
	rows := map[string]string{}
	for _, line := range strings.Split(string(page), "\n") {
		if cells := strings.Split(line, "|"); len(cells) > 3 {
			rows[strings.Trim(cells[1], " `")] += line
		}
	}
	for name, reports := range map[string][]any{
		"data": {dataReport{}}, "robot": {robotReport{}}, "epoch": {epochReport{}}, "run": {runReport{}}, "setting": {settingReport{}},
		"compared": {comparedReport{}}, "model": {exportReport{}, modelReport{}}, "step": {driftReport{}}, "errors": {errorsReport{}},
		"law": {law.Law{}, lawReport{}}, "file": {fileReport{}}, "identified": {identifyReport{}, sysid.Model{}}, "excitation": {exciteReport{}, excite.Quality{}}, "page": {pageReport{}}, "radius": {radiusReport{}},
	} {
		for _, report := range reports {
			kind := reflect.TypeOf(report)
			for i := range kind.NumField() {
				if key, _, _ := strings.Cut(kind.Field(i).Tag.Get("json"), ","); key != "" {
					require.Contains(t, rows[name], "`"+key+"`", "of %s", name)
				}
			}
		}
	}
}
