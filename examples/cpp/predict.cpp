// Predicts with an exported model through onnxruntime's C API.
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

int main(int, char** args) {
  std::map<std::string, Tensor> tensors = read_golden(args[2]);
  OrtEnv* env;
  OrtSession* session;
  OrtSessionOptions* options;
  OrtMemoryInfo* memory;
  must(api->CreateEnv(ORT_LOGGING_LEVEL_WARNING, "gmnc", &env));
  must(api->CreateSessionOptions(&options));
  must(api->CreateSession(env, args[1], options, &session));
  must(api->CreateCpuMemoryInfo(OrtArenaAllocator, OrtMemTypeDefault, &memory));

  const char* inputs[] = {"position", "velocity", "charge", "sticks", "hinges"};
  const char* outputs[] = {"predicted_position", "predicted_velocity"};
  std::vector<OrtValue*> given;
  for (const char* name : inputs) given.push_back(value_of(tensors[name], memory));
  OrtValue* found[2] = {nullptr, nullptr};
  must(api->Run(session, nullptr, inputs, given.data(), given.size(), outputs, 2, found));

  for (int k = 0; k < 2; k++) {
    float* numbers;
    must(api->GetTensorMutableData(found[k], (void**)&numbers));
    const std::vector<float>& wanted = tensors[outputs[k]].floats;
    for (size_t i = 0; i < wanted.size(); i++)
      if (!(std::fabs(numbers[i] - wanted[i]) <= 1e-5f + 1e-4f * std::fabs(wanted[i]))) {
        std::cerr << outputs[k] << "[" << i << "] is " << numbers[i] << ", expected " << wanted[i] << "\n";
        return 1;
      }
    api->ReleaseValue(found[k]);
  }
  for (OrtValue* value : given) api->ReleaseValue(value);
  api->ReleaseMemoryInfo(memory);
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);
  api->ReleaseEnv(env);
  std::cout << "cpp: the numbers are those of golden.txt\n";
}
