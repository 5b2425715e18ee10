package report

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFitServesItsScripts: whatever a script of the page that learns imports is served, but for
// the runtime, which lies in a folder.
func TestFitServesItsScripts(t *testing.T) {
	handler := (&Fit{Scene: &scene{}}).Handler([]byte("model"), t.TempDir())
	get := func(path string) *httptest.ResponseRecorder {
		request := httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil)
		response := httptest.NewRecorder()
		handler.ServeHTTP(response, request)
		return response
	}
	imports := regexp.MustCompile(`from "\./([a-z]+\.js)"`)
	seen := map[string]bool{"fit.js": true}
	for next := []string{"fit.js"}; len(next) > 0; next = next[1:] {
		response := get("/" + next[0])
		require.Equal(t, http.StatusOK, response.Code, next[0])
		for _, found := range imports.FindAllStringSubmatch(response.Body.String(), -1) {
			if !seen[found[1]] {
				seen[found[1]] = true
				next = append(next, found[1])
			}
		}
	}
	require.Greater(t, len(seen), 5)
	require.Contains(t, get("/").Body.String(), `src="fit.js"`)
}
