// onnxruntime's C API, and what a file declares: for any program.
#pragma once
#include <onnxruntime_c_api.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
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
    must(api->SetIntraOpNumThreads(options, 1));  // others would wait for the small operators
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
