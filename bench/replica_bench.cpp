// SPDX-License-Identifier: Apache-2.0
// Loads a replica of a large database, and has `ovsdb-client dump` read the same one: wall time,
// processor time and peak memory of each, in turns, each in a process of its own. Prints medians
// and our share of theirs; fails when the replica is slower or takes more than twice the memory.
//
// usage: replica_bench [ROWS [ROUNDS]]
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/str_cat.h"
#include "ovsdb/io/client.h"

namespace pointsman::ovsdb {
namespace {

constexpr std::string_view kSchema = R"({"name":"Bench","version":"1.0.0","tables":{"Item":{
  "isRoot":true,"columns":{
    "name":{"type":"string"},
    "mac":{"type":{"key":"string","min":0,"max":1}},
    "type":{"type":"string"},
    "ofport":{"type":{"key":"integer","min":0,"max":1}},
    "enabled":{"type":"boolean"},
    "trunks":{"type":{"key":"integer","min":0,"max":4096}},
    "options":{"type":{"key":"string","value":"string","min":0,"max":"unlimited"}},
    "external_ids":{"type":{"key":"string","value":"string","min":0,"max":"unlimited"}},
    "statistics":{"type":{"key":"string","value":"integer","min":0,"max":"unlimited"}}}}}})";

[[noreturn]] void die(std::string_view what) {
  std::fprintf(stderr, "replica_bench: %.*s\n", static_cast<int>(what.size()), what.data());
  std::exit(2);
}

template <typename R>
auto must(R result) {
  if (!result) die(result.error().message());
  if constexpr (!std::is_void_v<typename R::value_type>) return std::move(*result);
}

Deadline longTime() { return Deadline::after(std::chrono::minutes(5)); }

// What an Interface row of a busy hypervisor looks like.
Row makeRow(int number) {
  const std::int64_t count = number;
  return {
      {"name", strCat("tap", number)},
      {"mac", "02:00:00:00:00:01"},
      {"type", "internal"},
      {"ofport", number},
      {"enabled", number % 2 == 0},
      {"trunks", Value::set({std::int64_t{1}, std::int64_t{2}, std::int64_t{3}})},
      {"options", Value::map(TextMap{{"key", strCat(number)}, {"remote_ip", "192.0.2.1"}})},
      {"external_ids",
       Value::map(TextMap{{"attached-mac", "02:00:00:00:00:01"},
                          {"iface-id", toString(Uuid{1, static_cast<std::uint64_t>(number)})},
                          {"vm-id", strCat("vm-", number)}})},
      {"statistics", Value::map({{std::string("rx_bytes"), count * 1000},
                                 {std::string("rx_packets"), count},
                                 {std::string("tx_bytes"), count * 999},
                                 {std::string("tx_packets"), count}})},
  };
}

pid_t spawn(const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const pid_t pid = ::fork();
  if (pid != 0) return pid;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int null = ::open("/dev/null", O_RDWR);
  ::dup2(null, STDIN_FILENO);
  ::dup2(null, STDOUT_FILENO);
  ::execvp(argv[0], argv.data());
  ::_exit(127);
}

struct Cost {
  double wall = 0;       // seconds
  double processor = 0;  // seconds, user and system
  double memory = 0;     // MiB at the peak
};

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

Cost measure(const std::vector<std::string>& arguments) {
  const Clock::time_point start = Clock::now();
  int status = 0;
  rusage usage = {};
  if (::wait4(spawn(arguments), &status, 0, &usage) < 0 || status != 0) die(arguments.front());
  return {std::chrono::duration<double>(Clock::now() - start).count(),
          seconds(usage.ru_utime) + seconds(usage.ru_stime),
          static_cast<double>(usage.ru_maxrss) / 1024};
}

double median(const std::vector<Cost>& costs, double Cost::*figure) {
  std::vector<double> values;
  for (const Cost& cost : costs) values.push_back(cost.*figure);
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Everything the bench starts and writes; gone when it ends.
class Bench {
 public:
  Bench() {
    std::string name = (std::filesystem::temp_directory_path() / "replica_bench-XXXXXX").native();
    if (::mkdtemp(name.data()) == nullptr) die("mkdtemp");
    directory_ = name;
    must(writeFileAtomically(directory_ / "schema", kSchema, 0600));
    measure({"ovsdb-tool", "create", directory_ / "db", directory_ / "schema"});
    server_ = spawn({"ovsdb-server", "-vconsole:off", strCat("--remote=punix:", socket()),
                     strCat("--unixctl=", (directory_ / "ctl").native()), directory_ / "db"});
  }
  ~Bench() {
    ::kill(server_, SIGKILL);
    ::waitpid(server_, nullptr, 0);
    std::filesystem::remove_all(directory_);
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  [[nodiscard]] std::string socket() const { return directory_ / "db.sock"; }

  void fill(int rows) const {
    ClientOptions options{.patience = Patience::UntilDeadline};
    options.session.reconnect.leastBackoff = std::chrono::milliseconds(10);
    auto client = must(Client::connect({UnixRemote{socket()}}, options, longTime()));
    constexpr int kBatch = 1000;
    for (int row = 0; row < rows;) {
      std::vector<Operation> operations;
      for (int end = std::min(rows, row + kBatch); row < end; ++row) {
        operations.emplace_back(Insert{.table = "Item", .row = makeRow(row)});
      }
      must(client.transact("Bench", operations, longTime()));
    }
  }

 private:
  std::filesystem::path directory_;
  pid_t server_ = -1;
};

// The measured half of ours, in a process of its own.
int load(const std::string& socket, std::size_t rows) {
  auto client = must(Client::connect({UnixRemote{socket}}, {}, longTime()));
  const MonitorId id = must(client.monitor({.database = "Bench"}, longTime()));
  if (client.replica(id).table("Item")->rows().size() != rows) die("rows are missing");
  return 0;
}

int compare(const char* self, int rows, int rounds) {
  const Bench bench;
  bench.fill(rows);
  std::vector<Cost> dumps;
  std::vector<Cost> loads;
  for (int round = 0; round < rounds; ++round) {
    dumps.push_back(measure({"ovsdb-client", "dump", strCat("unix:", bench.socket()), "Bench"}));
    loads.push_back(measure({self, "--load", bench.socket(), strCat(rows)}));
  }
  std::printf("%d rows, median of %d rounds   ovsdb-client dump   replica   share\n", rows, rounds);
  const auto print = [&](const char* name, double Cost::*figure) {
    const double theirs = median(dumps, figure);
    const double ours = median(loads, figure);
    std::printf("%-28s %20.2f %9.2f %6.0f %%\n", name, theirs, ours, 100 * ours / theirs);
    return ours / theirs;
  };
  const double wall = print("wall time, s", &Cost::wall);
  print("processor time, s", &Cost::processor);
  const double memory = print("peak memory, MiB", &Cost::memory);
  return wall < 1 && memory <= 2 ? 0 : 1;
}

}  // namespace
}  // namespace pointsman::ovsdb

int main(int argc, char** argv) {
  using namespace pointsman::ovsdb;
  if (argc == 4 && std::string_view(argv[1]) == "--load") {
    return load(argv[2], static_cast<std::size_t>(std::atoll(argv[3])));
  }
  const int rows = argc > 1 ? std::atoi(argv[1]) : 100'000;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
  return compare(argv[0], std::max(rows, 1), std::max(rounds, 1));
}
