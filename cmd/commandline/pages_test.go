package commandline

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"gmnc/internal/test/testenv"
)

var update = flag.Bool("update", false, "renew docs/commands")

// TestCommandPages: docs/commands has a page on every command, made from the
// parser's own table, and nothing else.
func TestCommandPages(t *testing.T) {
	parser := newParser(new(commands), io.Discard, io.Discard, func(int) {})
	pages := map[string]string{}
	contents := "# Commands\n\n[The command line](../command-line.md) has what all commands share, and these pages what each takes and does.\n\n| command | what it does |\n|---|---|\n"
	for _, command := range parser.Model.Leaves(true) {
		name := strings.ReplaceAll(command.Path(), " ", "-") + ".md"
		pages[name] = commandPage(command)
		contents += fmt.Sprintf("| [`gmnc %s`](%s) | %s |\n", command.Path(), name, cell(command.Help))
	}
	pages["README.md"] = contents

	folder := filepath.Join(testenv.Root(), "docs", "commands")
	if *update {
		require.NoError(t, os.RemoveAll(folder))
		require.NoError(t, os.MkdirAll(folder, 0o755))
		for name, page := range pages {
			require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(page), 0o644))
		}
	}
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, entry := range entries {
		page, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		require.NoError(t, err)
		if string(page) != pages[entry.Name()] {
			t.Errorf("docs/commands/%s is stale: go test ./cmd/commandline -run CommandPages -update renews it", entry.Name())
		}
	}
	require.Len(t, entries, len(pages), "go test ./cmd/commandline -run CommandPages -update makes those that are missing")
}

// commandPage is a command's page, as Markdown.
func commandPage(command *kong.Node) string {
	page := fmt.Sprintf("# gmnc %s\n\n%s\n\n    %s\n", command.Path(), command.Help, command.Tag.Get("example"))
	if len(command.Positional) > 0 {
		page += "\n| argument | what it is |\n|---|---|\n"
		for _, argument := range command.Positional {
			page += fmt.Sprintf("| %s | %s |\n", code(argument.Summary()), cell(argument.Help))
		}
	}
	if len(command.Flags) > 0 {
		page += "\n| flag | default | what it does |\n|---|---|---|\n"
		for _, flag := range command.Flags {
			page += fmt.Sprintf("| %s | %s | %s |\n", flagNames(flag), flagDefault(flag), cell(flag.Help))
		}
	}
	return page
}

// flagNames are all that a flag can be called, the usual name first.
func flagNames(flag *kong.Flag) string {
	long := "--" + flag.Name
	if flag.Tag.Negatable != "" {
		long = "--[no-]" + flag.Name
	}
	if !flag.IsBool() && flag.HasDefault {
		long += "=" + strings.ToUpper(flag.Name)
	} else if !flag.IsBool() {
		long += "=" + flag.FormatPlaceHolder()
	}
	names := code(long)
	if flag.Short != 0 {
		names += ", " + code("-"+string(flag.Short))
	}
	return names
}

func flagDefault(flag *kong.Flag) string {
	switch {
	case flag.Required:
		return "required"
	case flag.Default != "":
		return code(flag.Default)
	}
	return ""
}

// code is text of a table's cell that is shown as it is.
func code(text string) string { return "`" + strings.ReplaceAll(text, "|", `\|`) + "`" }

// cell is prose within a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`).Replace(text)
}
