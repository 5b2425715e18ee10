// Predicts with an exported model through onnxruntime's C API.
#include "golden.h"

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
      if (!same(outputs[k], i, numbers[i], wanted[i])) return 1;
    api->ReleaseValue(found[k]);
  }
  for (OrtValue* value : given) api->ReleaseValue(value);
  api->ReleaseMemoryInfo(memory);
  api->ReleaseSession(session);
  api->ReleaseSessionOptions(options);
  api->ReleaseEnv(env);
  std::cout << "cpp: the numbers are those of golden.txt\n";
}
