// What predict.cpp and finetune.cpp share: onnxruntime's C API, and the tensors of
// golden.txt.
#include <onnxruntime_c_api.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

struct Tensor {
  std::vector<int64_t> shape;
  std::vector<float> floats;      // of all but
  std::vector<int64_t> integers;  // sticks and hinges
};

static const OrtApi* api = OrtGetApiBase()->GetApi(ORT_API_VERSION);

static void must(OrtStatus* status) {
  if (status == nullptr) return;
  std::cerr << api->GetErrorMessage(status) << "\n";
  std::exit(1);
}

// An opened file, and what onnxruntime needs beside it.
struct Program {
  OrtEnv* env;
  OrtSessionOptions* options;
  OrtSession* session;
  OrtMemoryInfo* memory;

  explicit Program(const char* file) {
    must(api->CreateEnv(ORT_LOGGING_LEVEL_WARNING, "gmnc", &env));
    must(api->CreateSessionOptions(&options));
    must(api->CreateSession(env, file, options, &session));
    must(api->CreateCpuMemoryInfo(OrtArenaAllocator, OrtMemTypeDefault, &memory));
  }
  ~Program() {
    api->ReleaseMemoryInfo(memory);
    api->ReleaseSession(session);
    api->ReleaseSessionOptions(options);
    api->ReleaseEnv(env);
  }
};

// A value on the tensor's own memory.
static OrtValue* value_of(Tensor& x, const OrtMemoryInfo* memory) {
  OrtValue* value = nullptr;
  bool whole = x.floats.empty();
  must(api->CreateTensorWithDataAsOrtValue(
      memory, whole ? (void*)x.integers.data() : (void*)x.floats.data(),
      whole ? x.integers.size() * sizeof(int64_t) : x.floats.size() * sizeof(float), x.shape.data(), x.shape.size(),
      whole ? ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64 : ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, &value));
  return value;
}

static std::map<std::string, Tensor> read_golden(const char* path) {
  std::map<std::string, Tensor> tensors;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name;
    size_t rank;
    words >> name >> rank;
    Tensor& x = tensors[name];
    x.shape.resize(rank);
    for (int64_t& extent : x.shape) words >> extent;
    if (name == "sticks" || name == "hinges")
      for (int64_t n; words >> n;) x.integers.push_back(n);
    else
      for (float n; words >> n;) x.floats.push_back(n);
  }
  return tensors;
}

// Whether a number is what golden.txt says; a line says where it is not.
static bool same(const std::string& name, size_t i, float found, float wanted) {
  if (std::fabs(found - wanted) <= 1e-5f + 1e-4f * std::fabs(wanted)) return true;
  std::cerr << name << "[" << i << "] is " << found << ", expected " << wanted << "\n";
  return false;
}
