package report

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/report/pictures"
)

// pageOf is a page that writes a text, or fails.
type pageOf struct{ err error }

func (p pageOf) Write(w io.Writer) error {
	if p.err != nil {
		return p.err
	}
	_, err := io.WriteString(w, "page")
	return err
}

// TestServed: a page is not kept or guessed at by browsers, and one that fails says why. The history
// is served for a run that the page follows.
func TestServed(t *testing.T) {
	get := func(h http.Handler, path string) *httptest.ResponseRecorder {
		answer := httptest.NewRecorder()
		h.ServeHTTP(answer, httptest.NewRequest("GET", "http://localhost"+path, nil))
		return answer
	}
	served := get(handler(pageOf{}, nil, []byte("model"), "", nil), "/")
	require.Equal(t, http.StatusOK, served.Code)
	require.Equal(t, "page", served.Body.String())
	require.Equal(t, "nosniff", served.Header().Get("X-Content-Type-Options"))
	require.Equal(t, "no-store", served.Header().Get("Cache-Control"))
	failed := get(handler(pageOf{errors.New("no template")}, nil, nil, "", nil), "/")
	require.Equal(t, http.StatusInternalServerError, failed.Code)
	require.Contains(t, failed.Body.String(), "no template")
	require.Equal(t, http.StatusNotFound, get(handler(pageOf{}, nil, nil, "", nil), "/history.json").Code)
	followed := get(handler(pageOf{}, nil, nil, "", &pictures.Subject{Path: t.TempDir()}), "/history.json")
	require.Equal(t, http.StatusOK, followed.Code)
	require.Equal(t, "application/json", followed.Header().Get("Content-Type"))
	require.Equal(t, "null\n", followed.Body.String())
}

// TestFindRuntime: the runtime is in the cache folder if each of its files is there.
func TestFindRuntime(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	if of, err := os.UserCacheDir(); err != nil || of != cache {
		t.Skip("the cache folder of this system is not named by XDG_CACHE_HOME")
	}
	folder := filepath.Join(cache, "gmnc", "onnxruntime-web", RuntimeVersion)
	require.NoError(t, os.MkdirAll(folder, 0o755))
	for _, name := range runtimeFiles {
		_, err := FindRuntime()
		require.ErrorContains(t, err, name+" of onnxruntime-web "+RuntimeVersion+" is not in "+folder)
		require.NoError(t, os.Mkdir(filepath.Join(folder, name), 0o755))
		_, err = FindRuntime()
		require.ErrorContains(t, err, name+" of onnxruntime-web "+RuntimeVersion+" is not in ", "a folder is no file")
		require.NoError(t, os.Remove(filepath.Join(folder, name)))
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	found, err := FindRuntime()
	require.NoError(t, err)
	require.Equal(t, folder, found)
}
