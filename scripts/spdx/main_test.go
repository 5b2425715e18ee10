package main

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDescribe(t *testing.T) {
	p, err := describe(&debug.Module{Path: "example.com/a_b", Version: "v1.2.3", Sum: "h1:YWJj"})
	require.NoError(t, err)
	require.Equal(t, spdxPackage{
		ID: "SPDXRef-example.com-a-b-v1.2.3", Name: "example.com/a_b", Version: "v1.2.3",
		Location: "https://pkg.go.dev/example.com/a_b@v1.2.3",
		Declared: unknown, Concluded: unknown, Copyright: unknown, Comment: "go.sum: h1:YWJj",
	}, p)
	_, err = describe(&debug.Module{Path: "example.com/a", Sum: "h1:no base64"})
	require.ErrorContains(t, err, "example.com/a: illegal base64")
	_, err = describe(&debug.Module{Path: "example.com/a", Sum: "h2:no base64"})
	require.NoError(t, err, "another kind of hash is not read")
}

func TestAdd(t *testing.T) {
	var d document
	d.add(spdxPackage{ID: "one"}, "all", "CONTAINS")
	require.Equal(t, []spdxPackage{{ID: "one"}}, d.Packages)
	require.Equal(t, []relationship{{"all", "CONTAINS", "one"}}, d.Relationships)
}

func TestCreated(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "86400")
	require.Equal(t, "1970-01-02T00:00:00Z", created())
	t.Setenv("SOURCE_DATE_EPOCH", "")
	require.Equal(t, "1970-01-01T00:00:00Z", created())
}
