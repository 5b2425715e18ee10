package commandline

import (
	"bufio"
	"context"
	"html"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/report"
)

// TestReport: the page of a file has the numbers of predict and the certificate.
func TestReport(t *testing.T) {
	s := getSession(t)
	path := filepath.Join(t.TempDir(), "report.html")
	require.Equal(t, path+"\n", gmnc(t, "report", s.model, s.data, "--samples", "2", "-o", path).out)
	page := html.UnescapeString(string(readFile(t, path)))
	for line := range strings.Lines(gmnc(t, "predict", s.model, s.data).out) {
		if name, value, row := strings.Cut(strings.TrimSpace(line), "   "); row {
			cells := "<td>" + name + "</td><td class=\"number\">" + strings.TrimSpace(value) + "</td>"
			require.True(t, strings.Contains(page, cells), cells)
		}
	}
	require.True(t, strings.Contains(page, "The certificate of the file"), "of the file")
	requireFailure(t, path+" already exists", "report", s.model, s.data, "-o", path)
	requireOneLine(t, exitUsage, "--samples 0 shows nothing", call(t.Context(), "report", s.model, s.data, "--samples", "0", "-o", path, "--force"))
}

// TestView serves a page until it is interrupted.
func TestView(t *testing.T) {
	s := getSession(t)
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	if found, err := os.UserCacheDir(); err != nil || found != cache {
		t.Skip("the cache folder of this system is not named by XDG_CACHE_HOME")
	}
	requireFailure(t, "sh scripts/fetch-onnxruntime-web.sh fetches it", "view", s.model, s.data)
	requireOneLine(t, exitUsage, "--listen here: expected an address and a port", call(t.Context(), "view", s.model, s.data, "--listen", "here"))
	for _, flag := range []string{"--split=valid", "--units=ignore", "--timeout=1m"} {
		refused := call(t.Context(), "view", s.model, s.data, "--fit", flag)
		requireOneLine(t, exitUsage, " needs a page that predicts, without --fit", refused)
	}
	folder := filepath.Join(cache, "gmnc", "onnxruntime-web", report.RuntimeVersion)
	require.NoError(t, os.MkdirAll(folder, 0o755))
	for _, name := range []string{"ort.wasm.min.mjs", "ort-wasm-simd-threaded.mjs", "ort-wasm-simd-threaded.wasm"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	requireFailure(t, "choose another --listen", "view", s.model, s.data, "--listen", "192.0.2.1:1")

	ctx, interrupt := context.WithCancel(t.Context())
	read, write := io.Pipe()
	code := make(chan int)
	go func() { code <- Run(ctx, []string{"view", s.model, s.data}, write, io.Discard) }()
	url, err := bufio.NewReader(read).ReadString('\n')
	require.NoError(t, err)
	require.Regexp(t, `^http://127\.0\.0\.1:\d+/\n$`, url)
	response, err := http.Get(strings.TrimSpace(url) + "model.onnx")
	require.NoError(t, err)
	file, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, readFile(t, s.model), file)
	interrupt()
	require.Equal(t, exitSuccess, <-code)
}
