// Command go serves an exported model over HTTP with the native runtime: no
// cgo, no library to install.
//
//	go run . model.onnx 127.0.0.1:8080
//	curl -H 'Content-Type: application/json' -d @request.json localhost:8080/predict
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"gmnc/artifact"
	"gmnc/predict"
	"gmnc/system"
)

// Limits of a request; larger ones are refused before they are worked on.
const (
	largestBody    = 8 << 20 // bytes
	mostSystems    = 1000    // in a request
	mostParticles  = 500     // in a system
	mostOpen       = 128     // requests that are read at a time; others are told to come again
	mostRequests   = 8       // worked on at a time; others wait
	longestReading = 10 * time.Second
	longestRequest = 30 * time.Second
	longestGoodbye = 10 * time.Second
	// edgesAtATime are what is predicted between looks at whether the client is there.
	edgesAtATime = 100_000
)

// Prediction is what becomes of a system, one interval later.
type Prediction struct {
	Position [][3]float32 `json:"position"`
	Velocity [][3]float32 `json:"velocity"`
}

func vectors(numbers []float32) [][3]float32 {
	rows := make([][3]float32, len(numbers)/3)
	for i := range rows {
		rows[i] = [3]float32(numbers[3*i:])
	}
	return rows
}

// service predicts the systems of a request on all processors.
type service struct {
	predictor predict.Predictor
	request   *request
	open      chan struct{} // taken by requests that are read
	slots     chan struct{} // taken by requests that are worked on
}

func newService(model string) (*service, error) {
	loaded, err := artifact.Load(model)
	if err != nil {
		return nil, err
	}
	request, err := newRequest(loaded)
	if err != nil {
		return nil, err
	}
	predictor, _, err := loaded.Open("native")
	if err != nil {
		return nil, err
	}
	return &service{predictor, request, make(chan struct{}, mostOpen), make(chan struct{}, mostRequests)}, nil
}

// refusal is an answer that is no prediction.
type refusal struct {
	status int
	text   string
}

func (r refusal) Error() string { return r.text }

func refused(status int, format string, arguments ...any) error {
	return refusal{status, fmt.Sprintf(format, arguments...)}
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	predictions, err := s.answer(w, r)
	if err != nil {
		status := http.StatusBadRequest
		if refusal, ok := errors.AsType[refusal](err); ok {
			status = refusal.status
		}
		http.Error(w, fmt.Sprintf("%.500s", err), status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(predictions)
}

// answer reads a request, and then waits for a place to work on it: who sends slowly
// keeps nobody from one. Who goes away is not worked for.
func (s *service) answer(w http.ResponseWriter, r *http.Request) ([]Prediction, error) {
	samples, err := s.read(w, r)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), longestRequest)
	defer cancel()
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return nil, refused(http.StatusServiceUnavailable, "too many requests: try again later")
	}
	return s.predict(ctx, samples)
}

func (s *service) read(w http.ResponseWriter, r *http.Request) ([]system.Sample, error) {
	select {
	case s.open <- struct{}{}:
		defer func() { <-s.open }()
	default:
		return nil, refused(http.StatusServiceUnavailable, "too many requests: try again later")
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return nil, refused(http.StatusUnsupportedMediaType, "the content type is %.40q: expected application/json", r.Header.Get("Content-Type"))
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, largestBody))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return nil, refused(http.StatusRequestEntityTooLarge, "%v", err)
	}
	if err != nil {
		return nil, err
	}
	var systems []keys
	if err := json.Unmarshal(body, &systems); err != nil {
		return nil, err
	}
	if systems == nil {
		return nil, errors.New("the request is null: expected a list of systems")
	}
	if len(systems) > mostSystems {
		return nil, refused(http.StatusRequestEntityTooLarge, "%d systems: expected %d or fewer", len(systems), mostSystems)
	}
	samples := make([]system.Sample, len(systems))
	for i, given := range systems {
		if samples[i], err = s.request.sample(given); err != nil {
			return nil, fmt.Errorf("system %d: %w", i, err)
		}
	}
	return samples, nil
}

// predict predicts a few systems at a time, until ctx ends.
func (s *service) predict(ctx context.Context, samples []system.Sample) ([]Prediction, error) {
	predictions := make([]Prediction, 0, len(samples))
	for start := 0; start < len(samples); {
		if ctx.Err() != nil {
			return nil, refused(http.StatusServiceUnavailable, "%d of %d systems were predicted in %s: ask for fewer", start, len(samples), longestRequest)
		}
		stop, edges := start+1, samples[start].Edges()
		for ; stop < len(samples) && edges < edgesAtATime; stop++ {
			edges += samples[stop].Edges()
		}
		part := samples[start:stop]
		position, velocity, err := s.predictor.Predict(part)
		if err != nil {
			return nil, system.Renumber(err, func(i int) int { return start + i })
		}
		if predict.CheckFinite(part, position, velocity) != nil {
			return nil, refused(http.StatusUnprocessableEntity, "systems %d to %d: a prediction is not finite: inputs are far from the training's", start, stop-1)
		}
		for i := range part {
			n := len(part[i].Position)
			predictions = append(predictions, Prediction{vectors(position[:n]), vectors(velocity[:n])})
			position, velocity = position[n:], velocity[n:]
		}
		start = stop
	}
	return predictions, nil
}

// guarded refuses requests that reach the service under a name other than its address:
// a page elsewhere could have its own name lead here.
func guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		if !strings.EqualFold(strings.TrimSuffix(host, "."), "localhost") && net.ParseIP(strings.Trim(host, "[]")) == nil {
			http.Error(w, "the service answers under an address or as localhost", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// serve answers until ctx ends, and then what it has begun.
func serve(ctx context.Context, listener net.Listener, s *service) error {
	routes := http.NewServeMux()
	routes.Handle("POST /predict", s)
	server := &http.Server{Handler: guarded(routes), ReadTimeout: longestReading, WriteTimeout: 2 * longestRequest}
	ended := make(chan error, 1)
	go func() {
		<-ctx.Done()
		goodbye, cancel := context.WithTimeout(context.Background(), longestGoodbye)
		defer cancel()
		ended <- server.Shutdown(goodbye)
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return errors.Join(<-ended, s.predictor.Close())
}

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: go run . model.onnx address")
	}
	s, err := newService(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	if host, _, err := net.SplitHostPort(os.Args[2]); err != nil || host == "" {
		log.Fatalf("%s: expected an address and a port, such as 127.0.0.1:8080, or 0.0.0.0:8080 for all of this machine", os.Args[2])
	}
	listener, err := net.Listen("tcp", os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	log.Printf("serving %s at %s", os.Args[1], listener.Addr())
	if err := serve(ctx, listener, s); err != nil {
		log.Fatal(err)
	}
}
