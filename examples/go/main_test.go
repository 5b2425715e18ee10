package main

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/system"
)

const folder = "../../testdata/golden/"

// tensor is one of golden.txt and its like.
type tensor struct {
	shape   []int
	numbers []float32
}

// golden are the tensors of a text.
func golden(t *testing.T, path string) map[string]tensor {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	tensors := map[string]tensor{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		rank, err := strconv.Atoi(words[1])
		require.NoError(t, err)
		var x tensor
		for i, word := range words[2:] {
			value, err := strconv.ParseFloat(word, 32)
			require.NoError(t, err)
			if i < rank {
				x.shape = append(x.shape, int(value))
			} else {
				x.numbers = append(x.numbers, float32(value))
			}
		}
		tensors[words[0]] = x
	}
	return tensors
}

// at is a tensor without its first axis, at an index of that.
func (x tensor) at(i int) tensor {
	size := len(x.numbers) / x.shape[0]
	return tensor{x.shape[1:], x.numbers[i*size : (i+1)*size]}
}

// nested are the numbers in lists; numbers of one column have no lists of their own.
func (x tensor) nested(flat bool) any {
	if len(x.shape) == 1 && (!flat || x.shape[0] != 1) {
		return x.numbers
	}
	if len(x.shape) == 2 && flat && x.shape[1] == 1 {
		return x.numbers
	}
	lists := make([]any, x.shape[0])
	for i := range lists {
		lists[i] = x.at(i).nested(flat)
	}
	return lists
}

// systems are the systems of a text as requests have them.
func systems(s *service, tensors map[string]tensor) (all []map[string]any) {
	for i := range tensors["position"].shape[0] {
		one := map[string]any{}
		for _, name := range s.request.declared {
			x := tensors[name]
			if name == system.Gravity.Name {
				x = x.at(0) // of the first step
			}
			f := system.FieldNamed(name)
			one[name] = x.at(i).nested(f != nil && f.Columns == 1)
		}
		all = append(all, one)
	}
	return all
}

// started serves until the end of the test.
func started(t *testing.T, model string) (s *service, url string) {
	t.Helper()
	s, err := newService(model)
	require.NoError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- serve(ctx, listener, s) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-ended, "it stops when asked to")
	})
	return s, "http://" + listener.Addr().String() + "/predict"
}

func post(t *testing.T, url string, body any) (status int, text []byte) {
	t.Helper()
	encoded, ready := body.(string)
	if !ready {
		text, err := json.Marshal(body)
		require.NoError(t, err)
		encoded = string(text)
	}
	response, err := http.Post(url, "application/json", strings.NewReader(encoded))
	require.NoError(t, err)
	defer response.Body.Close()
	text, err = io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, text
}

// TestService: predictions are the golden ones, of files with all that systems may
// have, too.
func TestService(t *testing.T) {
	for name, text := range map[string]string{"model": "golden", "mechanics": "mechanics", "bodies": "bodies"} {
		s, url := started(t, folder+name+".onnx")
		tensors := golden(t, "../"+text+".txt")
		position, velocity := tensors["predicted_position"], tensors["predicted_velocity"]
		if name == "mechanics" {
			position, velocity = tensors["predicted_positions"].at(0), tensors["predicted_velocities"].at(0)
		}
		status, answer := post(t, url, systems(s, tensors))
		require.Equal(t, http.StatusOK, status, string(answer))
		var predictions []Prediction
		require.NoError(t, json.Unmarshal(answer, &predictions))
		require.Len(t, predictions, position.shape[0])
		for i, p := range predictions {
			var x, v []float32
			for particle := range p.Position {
				x, v = append(x, p.Position[particle][:]...), append(v, p.Velocity[particle][:]...)
			}
			allclose.Within(t, position.at(i).numbers, x, 1e-4, name)
			allclose.Within(t, velocity.at(i).numbers, v, 1e-4, name)
		}
		for _, input := range s.request.declared {
			request := systems(s, tensors)
			delete(request[1], input)
			want := http.StatusBadRequest
			if isObjects(input) {
				want = http.StatusOK
			}
			status, answer = post(t, url, request)
			require.Equal(t, want, status, "%s without %s: %s", name, input, answer)
		}
	}
}

// TestRefusals: what is unknown, missing, of another length or no number is refused.
func TestRefusals(t *testing.T) {
	s, url := started(t, folder+"model.onnx")
	tensors := golden(t, "../golden.txt")
	for says, change := range map[string]func(one map[string]any){
		"system 1: \"stiks\" is no input of the model": func(one map[string]any) { one["stiks"] = one["sticks"] },
		"\"parents\" is no input":                      func(one map[string]any) { one["parents"] = []int{-1} },
		"system 1: charge: the model takes it":         func(one map[string]any) { delete(one, "charge") },
		"charge: expected 10 where 1 are":              func(one map[string]any) { one["charge"] = []int{1} },
		"position: expected 3 where 2 are":             func(one map[string]any) { one["position"] = [][]int{{1, 2}} },
		"position: expected 3 where 4 are":             func(one map[string]any) { one["position"] = [][]int{{1, 2, 3, 4}} },
		"position: 0 particles: expected 1 to 500":     func(one map[string]any) { one["position"] = [][]int{} },
		"velocity: expected a list where 3 is":         func(one map[string]any) { one["velocity"] = 3 },
		"velocity: expected a number where <nil> is":   func(one map[string]any) { one["velocity"].([]any)[0] = []any{nil, 0, 0} },
		"velocity: 1e+39 is more than a float32 holds": func(one map[string]any) { one["velocity"].([]any)[0] = []any{1e39, 0, 0} },
		"sticks: expected 2 where 1 are":               func(one map[string]any) { one["sticks"] = [][]int{{1}} },
		"sticks: 0.5 is no index":                      func(one map[string]any) { one["sticks"] = [][]float64{{0, 0.5}} },
		"99":                                           func(one map[string]any) { one["sticks"] = [][]int{{0, 99}} },
		"is not finite: inputs are far from":           func(one map[string]any) { one["velocity"].([]any)[0] = []any{1e38, 1e38, 0} },
	} {
		request := systems(s, tensors)
		change(request[1])
		status, answer := post(t, url, request)
		require.GreaterOrEqual(t, status, 400, says)
		require.Contains(t, string(answer), says)
	}
	for says, body := range map[string]string{
		"after top-level value": "[] garbage", `"position" comes twice`: `[{"position":[],"position":[]}]`, "unexpected": "[",
		"cannot unmarshal object": "{}", "the request is null": "null", "for each input where null is": "[null]", "for each input where [] is": "[[]]",
	} {
		status, answer := post(t, url, body)
		require.Equal(t, http.StatusBadRequest, status)
		require.Contains(t, string(answer), says)
	}
	status, _ := post(t, url, "["+strings.Repeat("{},", mostSystems)+"{}]")
	require.Equal(t, http.StatusRequestEntityTooLarge, status)
	status, _ = post(t, url, strings.Repeat(" ", largestBody+1))
	require.Equal(t, http.StatusRequestEntityTooLarge, status)

	response, err := http.Post(url, "text/plain", strings.NewReader("[]"))
	require.NoError(t, err)
	response.Body.Close()
	require.Equal(t, http.StatusUnsupportedMediaType, response.StatusCode)
	request, err := http.NewRequest(http.MethodPost, url, strings.NewReader("[]"))
	require.NoError(t, err)
	request.Host = "elsewhere.example"
	response, err = http.DefaultClient.Do(request)
	require.NoError(t, err)
	response.Body.Close()
	require.Equal(t, http.StatusForbidden, response.StatusCode)
}

// TestSlowClients: who sends slowly keeps nobody else from an answer.
func TestSlowClients(t *testing.T) {
	s, url := started(t, folder+"model.onnx")
	host := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/predict")
	for range 4 * mostRequests {
		slow, err := net.Dial("tcp", host)
		require.NoError(t, err)
		defer slow.Close()
		_, err = io.WriteString(slow, "POST /predict HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n[")
		require.NoError(t, err)
	}
	require.Eventually(t, func() bool { return len(s.open) == 4*mostRequests }, 10*time.Second, time.Millisecond)
	status, text := post(t, url, "[]")
	require.Equal(t, http.StatusOK, status, string(text))
}

// TestGoneClients: nothing is predicted for who is gone.
func TestGoneClients(t *testing.T) {
	s, _ := started(t, folder+"model.onnx")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := s.predict(ctx, make([]system.Sample, 3))
	require.ErrorContains(t, err, "0 of 3 systems were predicted")
}
