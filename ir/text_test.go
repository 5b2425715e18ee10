package ir

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomModules is how many random modules tests go through.
const randomModules = uint64(60)

func TestParseReadsWhatPrintWrites(t *testing.T) {
	for seed := range randomModules {
		m := randomModule(t, seed)
		text := Print(m)
		back, err := Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, skeletonOf(m), skeletonOf(back), "seed %d", seed)
		require.Equal(t, text, Print(back), "seed %d", seed)
	}
}

func TestExampleOfThePackageComment(t *testing.T) {
	source, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	var example strings.Builder
	for line := range strings.Lines(string(source)) {
		if code, ok := strings.CutPrefix(line, "//\t"); ok {
			example.WriteString(code)
		} else if line == "//\n" && example.Len() > 0 {
			example.WriteByte('\n')
		}
	}
	m, err := Parse(example.String())
	require.NoError(t, err)
	require.Equal(t, strings.TrimSpace(example.String())+"\n", Print(m))
}

func TestParsePassesOverCommentsAndBlanks(t *testing.T) {
	m, err := Parse("# a remark\nmodule m\n\n\t# another\nrows particles\r\nmain(%x: float[particles,3]) {\n# third\n  return y=%x\n}")
	require.NoError(t, err)
	require.Equal(t, "module m\nrows particles\n\nmain(%x: float[particles,3]) {\n  return y=%x\n}\n", Print(m))
}

// head stands before the graphs of the tests below: lines 1 to 4.
const head = `module example
rows particles
count neighbors
rows edges = particles * neighbors
`

func TestParseErrorsNameTheLine(t *testing.T) {
	const opened = head + "main(%x: float[particles,3]) {\n"
	for _, c := range []struct{ text, want string }{
		{"modul m", `line 1: "modul m" is no declaration; module, rows, count, func and main are`},
		{"rows edges = particles neighbors", `line 1: "particles neighbors" is no product of two symbols`},
		{head + "main(%x: float[particles,3]", `line 5: "main(%x: float[particles,3]" does not have the form name(inputs) {`},
		{head + "main(x: float[particles,3]) {", `line 5: "x" does not have the form %name`},
		{head + "main(%x) {", `line 5: "%x" does not have the form %name: type`},
		{head + "main(%x: float[particles,3], %x: float[1,1]) {", `line 5: the name %x is used twice`},
		{head + "main(%x: float[3,particles]) {", `line 5: "float[3,particles]" is no type`},
		{head + "main(%x: float[particles]) {", `line 5: "float[particles]" is no type`},
		{head + "main(%x: double[1,1]) {", `line 5: "double[1,1]" is no type`},
		{head + "main(%x: float[0,3]) {", `line 5: "float[0,3]" is no type`},
		{head + "main(%x: float[03,3]) {", `line 5: "float[03,3]" is no type`},
		{head + "main(%: float[1,1]) {\n  return y=", `line 6: "" is not assigned before`},
		{head + "func f(%x: float[1,1]) {", `line 5: "f(%x: float[1,1]) {" does not have the form @name(inputs) {`},
		{head + "func @f() {\n}\nfunc @f() {", `line 7: function @f is defined twice`},
		{head + "main() {\n}\nmain() {", `line 7: there are two main graphs`},
		{opened + "%y = neg %x", `line 6: "%y = neg %x" does not have the form %name = operator arguments : type`},
		{opened + "%y = negate %x : float[particles,3]", `line 6: there is no operator "negate"`},
		{opened + "%y = neg %z : float[particles,3]", `line 6: "%z" is not assigned before`},
		{opened + "%y = neg x : float[particles,3]", `line 6: "x" is not assigned before`},
		{opened + "%y = neg %y : float[particles,3]", `line 6: "%y" is not assigned before`},
		{opened + "%x = neg %x : float[particles,3]", `line 6: the name %x is used twice`},
		{opened + "y = neg %x : float[particles,3]", `line 6: "y" does not have the form %name`},
		{opened + "%y, %z = neg %x : float[particles,3]", `line 6: 2 names for 1 types`},
		{opened + "%y = call @f %x {scope=f} : float[particles,3]", `line 6: "@f" is not a function defined before`},
		{head + "func @f(%x: float[particles,3]) {\n}\nmain(%x: float[particles,3]) {\n%y = call f %x {scope=f} : float[particles,3]", `line 8: "f" is not a function defined before`},
		{opened + "%y = clamp %x {low=1.0 : float[particles,3]", `line 6: the attributes "low=1.0" do not end in }`},
		{opened + "%y = clamp %x {low} : float[particles,3]", `line 6: "low" does not have the form attribute=value`},
		{opened + "%y = clamp %x {low=1.0, low=2.0} : float[particles,3]", `line 6: the attribute low is given twice`},
		{opened + "%y = clamp %x {low=%x} : float[particles,3]", `line 6: attribute low: "%x" is no value`},
		{opened + "%y = const {columns=1, rows=1, values=[1.0} : float[1,1]", `line 6: attribute values: the list "1.0" does not end in ]`},
		{opened + "%y = const {columns=1, rows=1, values=[one]} : float[1,1]", `line 6: attribute values: "one" is no number`},
		{opened + "return y=%z", `line 6: "%z" is not assigned before`},
		{opened + "return y=%x", `the text ends inside of main, before its }`},
	} {
		_, err := Parse(c.text)
		require.ErrorContains(t, err, c.want)
	}
}

// A function is defined when its } is read, so that it cannot call itself,
// nor one that calls it.
func TestRecursionCannotBeWritten(t *testing.T) {
	_, err := Parse(head + `func @f(%x: float[particles,3]) {
  %y = call @f %x {scope=f} : float[particles,3]
  return y=%y
}
main() {
}`)
	require.EqualError(t, err, `line 6: "@f" is not a function defined before`)

	m, err := Parse(head + `func @f(%x: float[particles,3]) {
  return y=%x
}
func @g(%x: float[particles,3]) {
  %y = call @f %x {scope=f} : float[particles,3]
  return y=%y
}
main() {
}`)
	require.NoError(t, err)
	m.Funcs[1].Nodes[0].Callee = m.Funcs[1]
	require.EqualError(t, Verify(m), "function @g: %y = call @g: @g is not defined before")
}

// A function may be named main, or like a word of the text form.
func TestFunctionsNamedLikeWords(t *testing.T) {
	for _, name := range []string{"main", "return", "call", "func"} {
		m := SampleModule()
		callee, err := Define(m, name, func(b *Builder) { b.Output("return", b.Scalar(1)) })
		require.NoError(t, err)
		require.NoError(t, Build(m, func(b *Builder) { b.Output("y", b.Call(name, callee)[0]) }))
		back, err := Parse(Print(m))
		require.NoError(t, err)
		require.Equal(t, skeletonOf(m), skeletonOf(back))
	}
}

// parseError is the form of every error: the line, or, for what only the
// verifier sees, the graph or the declaration.
var parseError = regexp.MustCompile(`^(line \d+: |the text ends |main: |function @|the symbol |the module|".*" is no name |".*": only rows |.* declared as the same product)`)

func FuzzParse(f *testing.F) {
	paths, err := filepath.Glob(filepath.Join(goldens, "*.txt"))
	require.NoError(f, err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(f, err)
		before, _, _ := strings.Cut(string(text), "# after")
		f.Add(before)
	}
	for seed := range uint64(8) {
		f.Add(Print(randomModule(f, seed)))
	}
	f.Fuzz(requireParsed)
}

// requireParsed parses text: an error of the usual form, or a module that
// prints and parses to itself.
func requireParsed(t *testing.T, text string) {
	m, err := Parse(text)
	if err != nil {
		require.Regexp(t, parseError, err.Error())
		return
	}
	printed := Print(m)
	back, err := Parse(printed)
	require.NoError(t, err, printed)
	require.Equal(t, printed, Print(back))
}

// token splits a module's text where damage hurts most.
var token = regexp.MustCompile(`[\w./-]+|.|\n`)

// TestParseSurvivesDamage drops, doubles and exchanges tokens of modules.
func TestParseSurvivesDamage(t *testing.T) {
	const damaged = 100
	for seed := range randomModules {
		rng := rand.New(rand.NewPCG(seed, 4))
		whole := token.FindAllString(Print(randomModule(t, seed)), -1)
		for range damaged {
			tokens := slices.Clone(whole)
			from, to := rng.IntN(len(tokens)), rng.IntN(len(tokens))
			switch rng.IntN(3) {
			case 0:
				tokens = slices.Delete(tokens, from, from+1)
			case 1:
				tokens = slices.Insert(tokens, from, tokens[from])
			case 2:
				tokens[from] = tokens[to]
			}
			requireParsed(t, strings.Join(tokens, ""))
		}
	}
}
