// A compiler starts this program as `ptxas` and `nvlink` to make an image for the simulated CUDA
// device: the image holds the PTX unchanged, since the device executes nothing. It loads on no
// other device.
//
//   ptxas --gpu-name sm_60 --output-file OUT [options] IN    PTX to object
//   nvlink -o OUT -arch sm_60 [options] IN…                  objects to image
//
// Exit code 1 with a line on standard error if a file cannot be read or written.
#include "devices/cuda/ptx.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

int failed(const std::string &file, const char *what) {
  std::cerr << "assembler for the simulated CUDA device: " << file << ": " << what << "\n";
  return 1;
}

bool takes_value(const std::string &option) {
  for (const char *known : {"--gpu-name", "-arch", "--output-file", "-o", "-L", "--maxrregcount"})
    if (option == known)
      return true;
  return false;
}

} // namespace

int main(int count, char **words) {
  std::string output, text;
  unsigned generation = 0;
  std::vector<std::string> inputs;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word.starts_with("-")) {
      const std::string value = takes_value(word) && i + 1 < count ? words[++i] : "";
      if (word == "-o" || word == "--output-file")
        output = value;
      else if (value.starts_with("sm_"))
        generation = static_cast<unsigned>(std::atoi(value.c_str() + 3));
    } else {
      inputs.push_back(word);
    }
  }
  for (const std::string &name : inputs) {
    std::ifstream file(name, std::ios::binary);
    std::stringstream bytes;
    bytes << file.rdbuf();
    const std::string content = bytes.str();
    if (!file)
      return failed(name, "cannot be read");
    if (!content.starts_with("\177ELF"))
      text += content;
    else if (const std::string_view inside = ptx_in(content.data()); !inside.empty())
      text += inside;
    else
      return failed(name, "is no object of this assembler");
    text += '\n';
  }
  if (inputs.empty() || output.empty())
    return failed(words[0], "no input, or no output");
  std::ofstream file(output, std::ios::binary);
  const bool linked = std::string_view(words[0]).ends_with("nvlink");
  file << ptx::object(text, generation, linked);
  file.close();
  return file ? 0 : failed(output, "cannot be written");
}
