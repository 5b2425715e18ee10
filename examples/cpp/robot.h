// A robot in motion, which a file of gmnc export --joints moves.
#pragma once
#include "program.h"

#include <algorithm>

// The elements of an array of the metadata "joints", which are JSON: strings without their quotes, or numbers.
static std::vector<std::string> elements(const std::string& json, const std::string& key) {
  std::vector<std::string> found;
  size_t at = json.find("\"" + key + "\":[");
  if (at == std::string::npos) fail("the file says no " + key + " of its joints: export it with --joints");
  bool quoted = false, begun = false;
  for (at += key.size() + 4; at < json.size() && (quoted || json[at] != ']'); at++) {
    if (json[at] == '"') quoted = !quoted;
    else if (!quoted && json[at] == ',') begun = false;
    else {
      if (quoted && json[at] == '\\') at++;
      if (!begun) found.emplace_back();
      begun = true;
      found.back() += json[at];
    }
  }
  return found;
}

class Robot {
 public:
  std::vector<std::string> joints;   // their names, in the order of the columns
  std::vector<std::string> torques;  // the names of the columns of torques: of each joint with an axis
  std::vector<float> q, rate;        // how far each has turned or slid from the pose of rest, and how fast it does
  std::vector<float> memory;         // the direction that each joint's friction is in, -1 to 1; empty where it has no memory

  explicit Robot(const char* file) : program(file) {
    const std::string about = metadata("joints");
    joints = elements(about, "names");
    for (const std::string& x : elements(about, "rest")) q.push_back(std::stof(x));
    const std::vector<std::string> rates = elements(about, "rate");
    rate.resize(rates.size());
    torques = elements(about, "torque");
    for (const std::string& name : torques) axes.push_back(std::find(rates.begin(), rates.end(), name) - rates.begin());
    size_t inputs;
    must(api->SessionGetInputCount(program.session, &inputs));
    if (inputs > (torques.empty() ? 2u : 3u)) memory.resize(torques.size());
  }

  // Begins anew at a state. Friction with memory takes the direction of the rates.
  void reset(const std::vector<double>& from, const std::vector<double>& rates) {
    if (from.size() != q.size() || rates.size() != rate.size())
      fail("expected " + std::to_string(q.size()) + " numbers of q and " + std::to_string(rate.size()) + " of rate");
    q.assign(from.begin(), from.end());
    rate.assign(rates.begin(), rates.end());
    for (size_t j = 0; j < memory.size(); j++) memory[j] = float((rate[axes[j]] > 0) - (rate[axes[j]] < 0));
  }

  // Makes a step for each row of torques, and returns q after each.
  std::vector<std::vector<float>> rollout(const std::vector<std::vector<float>>& rows) {
    std::vector<std::vector<float>> path;
    for (const std::vector<float>& torque : rows) {
      step(torque);
      path.push_back(q);
    }
    return path;
  }

  // Moves the robot by one interval under torques, which are forces of joints that slide.
  void step(std::vector<float> torque) {
    const char* inputs[] = {"q", "rate", "torque", "memory"};
    const char* outputs[] = {"next_q", "next_rate", "next_memory"};
    const size_t states = memory.empty() ? 2 : 3;
    if (torque.size() != torques.size()) fail("expected " + std::to_string(torques.size()) + " torques");
    OrtValue* given[] = {value(q), value(rate), value(torque), value(memory)};
    OrtValue* after[] = {nullptr, nullptr, nullptr};
    must(api->Run(program.session, nullptr, inputs, given, torque.empty() ? 2 : states + 1, outputs, states, after));
    take(after[0], q);
    take(after[1], rate);
    if (states > 2) take(after[2], memory);
    for (OrtValue* x : given) api->ReleaseValue(x);
    for (OrtValue* x : after) api->ReleaseValue(x);
  }

 private:
  Program program;
  std::vector<size_t> axes;  // the column of rate of each joint with an axis

  OrtValue* value(std::vector<float>& numbers) {
    const int64_t shape[] = {1, (int64_t)numbers.size()};
    OrtValue* x = nullptr;
    must(api->CreateTensorWithDataAsOrtValue(program.memory, numbers.data(), numbers.size() * sizeof(float), shape, 2,
                                             ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, &x));
    return x;
  }

  static void take(OrtValue* from, std::vector<float>& to) {
    float* numbers;
    must(api->GetTensorMutableData(from, (void**)&numbers));
    std::copy(numbers, numbers + to.size(), to.begin());
  }

  std::string metadata(const char* key) {
    OrtAllocator* allocator;
    OrtModelMetadata* all;
    char* text = nullptr;
    must(api->GetAllocatorWithDefaultOptions(&allocator));
    must(api->SessionGetModelMetadata(program.session, &all));
    must(api->ModelMetadataLookupCustomMetadataMap(all, allocator, key, &text));
    api->ReleaseModelMetadata(all);
    if (text == nullptr) fail("the file is not in joint coordinates: export it with --joints");
    const std::string copy = text;
    must(api->AllocatorFree(allocator, text));
    return copy;
  }
};
