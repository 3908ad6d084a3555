// SPDX-License-Identifier: Apache-2.0
// Compares every #include "dir/…" under src/ with the DEPENDS of the directory's CMakeLists.txt.
// CMake writes those into a file, one component a line: "<directory>|<target>|<depends>|<test
// depends>", lists separated by commas. Prints each breach and exits 1 when there is one.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Component {
  std::string directory = {};
  std::set<std::string> depends = {};
  std::set<std::string> testDepends = {};
};
using Components = std::map<std::string, Component>;  // by name

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const auto end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::set<std::string> names(const std::string& list) {
  std::set<std::string> found;
  for (const auto& name : split(list, ',')) {
    if (!name.empty()) found.insert(name);
  }
  return found;
}

Components readComponents(const char* path) {
  Components components;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const auto fields = split(line, '|');
    if (fields.size() != 4) continue;
    components[fields[1]] = {fields[0], names(fields[2]), names(fields[3])};
  }
  return components;
}

// The component whose directory holds 'path' most closely. Fakes share their subject's directory
// tree, so the longest match wins.
std::optional<std::string> owner(const Components& components, const std::string& path) {
  std::optional<std::string> best;
  std::size_t length = 0;
  for (const auto& [name, component] : components) {
    const std::string prefix = component.directory + "/";
    if (path.starts_with(prefix) && prefix.size() > length) {
      best = name;
      length = prefix.size();
    }
  }
  return best;
}

// Everything a component may include: its DEPENDS and theirs in turn would also link, but a
// directory must name what it uses, so only its own list counts.
bool allowed(const Component& user, const std::string& used, bool isTest) {
  return user.depends.contains(used) || (isTest && user.testDepends.contains(used));
}

int checkFile(const Components& components, const fs::path& root, const fs::path& path) {
  const std::string relative = fs::relative(path, root).native();
  const auto user = owner(components, relative);
  if (!user) return 0;
  const bool isTest = path.stem().native().ends_with("_test");
  int breaches = 0;
  std::ifstream file(path);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    constexpr std::string_view kInclude = "#include \"";
    if (!line.starts_with(kInclude)) continue;
    const auto end = line.find('"', kInclude.size());
    const std::string included = line.substr(kInclude.size(), end - kInclude.size());
    const auto used = owner(components, included);
    if (!used) {
      std::printf("src/%s:%d: \"%s\" is in no component\n", relative.c_str(), number,
                  included.c_str());
      ++breaches;
    } else if (*used != *user && !allowed(components.at(*user), *used, isTest)) {
      std::printf("src/%s:%d: %s includes \"%s\", but %s is not in its DEPENDS\n", relative.c_str(),
                  number, user->c_str(), included.c_str(), used->c_str());
      ++breaches;
    }
  }
  return breaches;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: check_layers COMPONENTS SOURCE_DIRECTORY\n");
    return 64;
  }
  const Components components = readComponents(argv[1]);
  if (components.empty()) {
    std::fprintf(stderr, "check_layers: %s lists no components\n", argv[1]);
    return 1;
  }
  int breaches = 0;
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(argv[2])) {
    const auto extension = entry.path().extension();
    if (extension != ".h" && extension != ".cpp") continue;
    ++files;
    breaches += checkFile(components, argv[2], entry.path());
  }
  std::printf("%d files in %zu components, %d breaches\n", files, components.size(), breaches);
  return breaches == 0 && files > 0 ? 0 : 1;
}
