// What the programs of this folder share: the tensors of a text, to hold a file to.
#pragma once
#include "program.h"

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

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
