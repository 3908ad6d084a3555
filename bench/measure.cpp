// SPDX-License-Identifier: Apache-2.0
#include "measure.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "base/str_cat.h"

namespace pointsman::bench {

namespace {

double milliseconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
}

[[noreturn]] void execute(std::vector<char*>& arguments) {
  const int null = ::open("/dev/null", O_RDWR);
  ::dup2(null, STDIN_FILENO);
  ::dup2(null, STDOUT_FILENO);
  ::execvp(arguments[0], arguments.data());
  ::_exit(127);
}

}  // namespace

Result<Cost> runProgram(const Argv& argv, const std::vector<int>& accepted) {
  std::vector<char*> arguments;
  for (const auto& argument : argv) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child < 0) return errnoError("fork");
  if (child == 0) execute(arguments);
  int status = 0;
  rusage usage = {};
  if (::wait4(child, &status, 0, &usage) != child) return errnoError("wait4");
  const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - begin;
  if (!WIFEXITED(status) || std::ranges::find(accepted, WEXITSTATUS(status)) == accepted.end()) {
    return Error{ErrorKind::Internal, strCat(argv[0], " ended with wait status ", status)};
  }
  return Cost{.wallMs = wall.count(),
              .cpuMs = milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
              .peakMiB = static_cast<double>(usage.ru_maxrss) / 1024};
}

Result<std::vector<Cost>> comparePrograms(const std::vector<Argv>& programs, int rounds) {
  std::vector<std::vector<Cost>> costs(programs.size());
  for (int round = 0; round <= rounds; ++round) {
    for (std::size_t i = 0; i < programs.size(); ++i) {
      TRY(const Cost cost, runProgram(programs[i]));
      if (round > 0) costs[i].push_back(cost);
    }
  }
  std::vector<Cost> medians;
  for (const auto& runs : costs) {
    const auto medianOf = [&](double Cost::*member) {
      std::vector<double> values;
      for (const Cost& cost : runs) values.push_back(cost.*member);
      return median(std::move(values));
    };
    medians.push_back({medianOf(&Cost::wallMs), medianOf(&Cost::cpuMs), medianOf(&Cost::peakMiB)});
  }
  return medians;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string pointsmanBinary() {
  char path[4096] = {};
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path - 1);
  const std::string self(path, static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
  return strCat(self.substr(0, self.rfind('/')), "/pointsman");
}

int runBench(const std::function<Result<>()>& body) {
  const auto outcome = body();
  if (outcome) return 0;
  std::fprintf(stderr, "bench: %s\n", outcome.error().message().c_str());
  return 1;
}

}  // namespace pointsman::bench
