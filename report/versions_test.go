package report

import (
	"crypto/sha256"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// uplotVersion is what the file of uPlot says of itself, as the list of licences does.
func uplotVersion(t *testing.T) string {
	t.Helper()
	version := regexp.MustCompile(`uPlot \(v([\d.]+)\)`).FindStringSubmatch(read("uplot/uPlot.iife.min.js"))
	require.NotNil(t, version)
	list, err := os.ReadFile("../scripts/spdx/main.go")
	require.NoError(t, err)
	require.Contains(t, string(list), `Name: "uPlot", Version: "`+version[1]+`"`)
	return version[1]
}

// TestVersions: what Go says of the files of others, their scripts say.
func TestVersions(t *testing.T) {
	script, err := os.ReadFile("../scripts/vendor-three.sh")
	require.NoError(t, err)
	three := regexp.MustCompile(`\nversion=(.*)\n`).FindSubmatch(script)
	require.NotNil(t, three)
	for name, wants := range map[string]string{
		"../scripts/spdx/main.go":             `"SPDXRef-three.js", Name: "three.js", Version: "` + string(three[1]) + `"`,
		"../docs/dependencies.md":             string(three[1]),
		"../scripts/fetch-onnxruntime-web.sh": "version=" + RuntimeVersion,
		"../examples/browser/package.json":    `"onnxruntime-web": "` + RuntimeVersion + `"`,
		"../scripts/vendor-uplot.sh":          "version=" + uplotVersion(t),
		"../scripts/vendor-three.sh":          "bundle_sha256=" + fmt.Sprintf("%x", sha256.Sum256([]byte(read("three/three.js")))),
	} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		require.True(t, strings.Contains(string(text), wants), "%s has no %s", name, wants)
	}
}
