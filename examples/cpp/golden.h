// What predict.cpp and finetune.cpp share: onnxruntime's C API, what a file declares,
// and tensors of a text.
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

static const OrtApi* api = OrtGetApiBase()->GetApi(ORT_API_VERSION);

[[noreturn]] static void fail(const std::string& why) {
  std::cerr << why << "\n";
  std::exit(1);
}

static void must(OrtStatus* status) {
  if (status != nullptr) fail(api->GetErrorMessage(status));
}

// An input or output that a file declares: whether it holds int64 or float32, and its
// axes, of which -1 is open and has a name.
struct Declared {
  std::string name;
  bool whole;
  std::vector<int64_t> axes;
  std::vector<const char*> names;
};

// An opened file, and what onnxruntime needs beside it.
struct Program {
  OrtEnv* env;
  OrtSessionOptions* options;
  OrtSession* session;
  OrtMemoryInfo* memory;
  std::vector<Declared> inputs, outputs;

  explicit Program(const char* file) {
    must(api->CreateEnv(ORT_LOGGING_LEVEL_ERROR, "gmnc", &env));
    must(api->CreateSessionOptions(&options));
    must(api->CreateSession(env, file, options, &session));
    must(api->CreateCpuMemoryInfo(OrtArenaAllocator, OrtMemTypeDefault, &memory));
    size_t count;
    must(api->SessionGetInputCount(session, &count));
    for (size_t i = 0; i < count; i++) inputs.push_back(declared(i, api->SessionGetInputName, api->SessionGetInputTypeInfo));
    must(api->SessionGetOutputCount(session, &count));
    for (size_t i = 0; i < count; i++) outputs.push_back(declared(i, api->SessionGetOutputName, api->SessionGetOutputTypeInfo));
  }
  ~Program() {
    for (OrtTypeInfo* type : types) api->ReleaseTypeInfo(type);
    api->ReleaseMemoryInfo(memory);
    api->ReleaseSession(session);
    api->ReleaseSessionOptions(options);
    api->ReleaseEnv(env);
  }

 private:
  std::vector<OrtTypeInfo*> types;  // which hold the names of axes

  template <typename Name, typename Type>
  Declared declared(size_t i, Name name_of, Type type_of) {
    OrtAllocator* allocator;
    char* name;
    must(api->GetAllocatorWithDefaultOptions(&allocator));
    must(name_of(session, i, allocator, &name));
    Declared d{name, false, {}, {}};
    must(api->AllocatorFree(allocator, name));
    OrtTypeInfo* type;
    const OrtTensorTypeAndShapeInfo* info;
    ONNXTensorElementDataType element;
    size_t rank;
    must(type_of(session, i, &type));
    types.push_back(type);
    must(api->CastTypeInfoToTensorInfo(type, &info));
    must(api->GetTensorElementType(info, &element));
    must(api->GetDimensionsCount(info, &rank));
    d.whole = element == ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64;
    d.axes.resize(rank);
    d.names.resize(rank);
    must(api->GetDimensions(info, d.axes.data(), rank));
    must(api->GetSymbolicDimensions(info, d.names.data(), rank));
    return d;
  }
};

// Numbers in a shape, as a file takes them: in integers or floats.
struct Tensor {
  std::vector<int64_t> shape;
  std::vector<double> numbers;
  std::vector<float> floats;
  std::vector<int64_t> integers;

  // The value of an input on this memory.
  OrtValue* value(bool whole, const OrtMemoryInfo* memory) {
    if (whole)
      integers.assign(numbers.begin(), numbers.end());
    else
      floats.assign(numbers.begin(), numbers.end());
    OrtValue* value = nullptr;
    must(api->CreateTensorWithDataAsOrtValue(
        memory, whole ? (void*)integers.data() : (void*)floats.data(),
        whole ? integers.size() * sizeof(int64_t) : floats.size() * sizeof(float), shape.data(), shape.size(),
        whole ? ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64 : ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, &value));
    return value;
  }
};

// The tensors of a text, one a line: name, number of dimensions, these, numbers.
static std::map<std::string, Tensor> read_tensors(const char* path) {
  std::map<std::string, Tensor> tensors;
  std::ifstream file(path);
  if (!file) fail(std::string(path) + " cannot be read");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name;
    size_t rank = 0, size = 1;
    if (!(words >> name >> rank) || rank > 8) fail("a line without a name and a rank");
    Tensor& x = tensors[name];
    x.shape.resize(rank);
    for (int64_t& extent : x.shape) {
      if (!(words >> extent) || extent < 0) fail(name + ": an extent is missing");
      size *= extent;
    }
    for (double n; words >> n;) x.numbers.push_back(n);
    if (!words.eof() || x.numbers.size() != size)
      fail(name + " has " + std::to_string(x.numbers.size()) + " numbers where its shape has " + std::to_string(size));
  }
  return tensors;
}

// Whether a number is what a text says; a line says where it is not.
static bool same(const std::string& name, size_t i, float found, double wanted) {
  if (std::fabs(found - wanted) <= 1e-5 + 1e-4 * std::fabs(wanted)) return true;
  std::cerr << name << "[" << i << "] is " << found << ", expected " << wanted << "\n";
  return false;
}
