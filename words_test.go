package gmnc_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// longestSentence is how many words a sentence of a page, a help text, a comment or
// an error may have.
const longestSentence = 40

var (
	fenced      = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	inline      = regexp.MustCompile("`[^`]*`")
	markup      = regexp.MustCompile(`(?s)<!--.*?-->|!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)`)
	itemOrTitle = regexp.MustCompile(`^ *([-*]|\d+\.|#+) `)
	sentenceEnd = regexp.MustCompile(`[.?!]["')*]*(\s+|$)`)
)

// paragraphs returns the text of a page, one paragraph, title or item of a list at
// a time, and the cells of its tables.
func paragraphs(page string) (text, cells []string) {
	begin := true
	for _, line := range strings.Split(markup.ReplaceAllString(fenced.ReplaceAllString(page, ""), ""), "\n") {
		switch {
		case strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t"):
			begin = true
		case strings.HasPrefix(line, "|"):
			cells = append(cells, strings.Split(line, "|")...)
			begin = true
		case strings.TrimSpace(line) == "":
			begin = true
		case begin || itemOrTitle.MatchString(line):
			text = append(text, itemOrTitle.ReplaceAllString(line, ""))
			begin = false
		default:
			text[len(text)-1] += " " + line
		}
	}
	return text, cells
}

// longSentences returns the sentences of a text that are too long, code in them
// being one word.
func longSentences(text string) (long []string) {
	for _, sentence := range sentenceEnd.Split(inline.ReplaceAllString(text, "code"), -1) {
		if len(strings.Fields(sentence)) > longestSentence {
			long = append(long, sentence)
		}
	}
	return long
}

func pages(t *testing.T, patterns string) (paths []string) {
	t.Helper()
	for _, pattern := range strings.Fields(patterns) {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		paths = append(paths, found...)
	}
	require.NotEmpty(t, paths, patterns)
	return paths
}

// TestSentences: no sentence of a page is too long.
func TestSentences(t *testing.T) {
	var long []string
	for _, path := range pages(t, "README.md CONTRIBUTING.md CHANGELOG.md docs/*.md docs/*/*.md") {
		page, err := os.ReadFile(path)
		require.NoError(t, err)
		text, cells := paragraphs(string(page))
		for _, part := range append(text, cells...) {
			long = appendLong(long, path, part)
		}
	}
	requireNone(t, "pages", long)
}

// TestSentencesOfCode: no sentence of a comment, an error or a help text is too
// long.
func TestSentencesOfCode(t *testing.T) {
	var comments, texts []string
	for _, paths := range sources(t) {
		for _, path := range paths {
			inComments, inTexts := wordsOfCode(t, path)
			for _, part := range inComments {
				comments = appendLong(comments, path, part)
			}
			for _, part := range inTexts {
				texts = appendLong(texts, path, part)
			}
		}
	}
	requireNone(t, "comments", comments)
	requireNone(t, "texts", texts)
}

// wordsOfCode returns the paragraphs of a file's comments, and its texts: strings
// and the help of flags; nothing of a file that is generated.
func wordsOfCode(t *testing.T, path string) (comments, texts []string) {
	t.Helper()
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, path, nil, parser.ParseComments)
	require.NoError(t, err)
	if ast.IsGenerated(parsed) {
		return nil, nil
	}
	for _, group := range parsed.Comments {
		part, _ := paragraphs(group.Text())
		comments = append(comments, part...)
	}
	ast.Inspect(parsed, func(node ast.Node) bool {
		literal, ok := node.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return true
		}
		value, err := strconv.Unquote(literal.Value)
		require.NoError(t, err)
		if literal.Value[0] == '"' {
			texts = append(texts, value)
		} else if help := reflect.StructTag(value).Get("help"); help != "" {
			texts = append(texts, help)
		}
		return true
	})
	return comments, texts
}

// appendLong appends the long sentences of a text of a file.
func appendLong(long []string, path, text string) []string {
	for _, sentence := range longSentences(text) {
		long = append(long, path+": "+sentence)
	}
	return long
}

func requireNone(t *testing.T, where string, long []string) {
	t.Helper()
	require.Empty(t, long, "sentences of more than %d words in %s:\n%s", longestSentence, where, strings.Join(long, "\n"))
}
