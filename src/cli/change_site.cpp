// SPDX-License-Identifier: Apache-2.0
#include "cli/change_site.h"

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <optional>
#include <stop_token>
#include <thread>

#include "apply/interfaces.h"
#include "base/overloaded.h"
#include "base/process.h"
#include "base/str_cat.h"
#include "cli/host_access.h"
#include "cli/host_events.h"
#include "cli/output.h"
#include "host/host_executor.h"
#include "plan/print.h"

namespace pointsman::cli {

namespace {

class Reader final : public apply::StateReader {
 public:
  explicit Reader(const GlobalOptions& global) : global_(global) {}
  Result<ObservedState> read() override { return readHost(global_, host::OvsNeed::Optional); }

 private:
  const GlobalOptions& global_;
};

class Executor final : public apply::StepExecutor {
 public:
  explicit Executor(host::HostExecutor host) : host_(std::move(host)) {}
  Result<> execute(std::span<const plan::Step> batch) override { return host_.execute(batch); }

 private:
  host::HostExecutor host_;
};

// The guard is this program again, in a session of its own: it must outlive our terminal.
class Guard final : public apply::GuardStarter {
 public:
  explicit Guard(const GlobalOptions& global) : global_(global) {}
  Result<> startGuard(const std::string& change) override {
    std::vector<std::string> argv{"/proc/self/exe", "guard", change};
    const auto pass = [&argv](const char* option, const std::string& value) {
      if (!value.empty()) argv.insert(argv.end(), {option, value});
    };
    pass("--ovsdb", global_.ovsdb);
    pass("--state-dir", global_.stateDir);
    pass("--run-dir", global_.runDir);
    ProcessOptions options;
    options.group = ProcessGroup::Own;
    options.diesWithParent = false;
    TRY(auto process, Process::start(argv, options));
    // Never destroyed: its owner's end would be the guard's.
    static std::vector<Process>* const kGuards = new std::vector<Process>;
    kGuards->push_back(std::move(process));
    return ok();
  }

 private:
  const GlobalOptions& global_;
};

// The steps ticking off, on a terminal only.
class TerminalProgress final : public apply::Progress {
 public:
  explicit TerminalProgress(bool shown) : shown_(shown) {}
  void recovering(std::string_view what) override {
    writeError(strCat("taking back what was left unfinished: ", what, "\n"));
  }
  void planned(const std::vector<journal::Batch>& batches) override { count_ = batches.size(); }
  void finished(std::size_t batch) override {
    if (shown_) writeError(strCat("\r[", batch + 1, "/", count_, "] done"));
  }
  void verifying() override {
    if (shown_) writeError("\r\x1b[Kverifying…");
  }
  void probing() override {
    if (shown_) writeError("\r\x1b[Kprobing…");
  }
  void retrying(const Error& why) override {
    writeError(strCat("the host changed meanwhile (", why.message(), "); planning again\n"));
  }
  void rollingBack(const Error& why) override {
    writeError(strCat(shown_ ? "\r\x1b[K" : "", "rolling back: ", why.message(), "\n"));
  }
  ~TerminalProgress() override = default;

 private:
  bool shown_;
  std::size_t count_ = 0;
};

// Turns SIGINT and SIGTERM into a request to stop. They are blocked before any thread starts and
// waited for in one, because nothing may be done in a signal handler.
class StopSignals {
 public:
  StopSignals() {
    sigemptyset(&set_);
    sigaddset(&set_, SIGINT);
    sigaddset(&set_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set_, nullptr);
    thread_ = std::jthread([this](const std::stop_token& ended) {
      constexpr timespec kSlice{0, 100'000'000};
      while (!ended.stop_requested()) {
        if (sigtimedwait(&set_, nullptr, &kSlice) > 0) source_.request_stop();
      }
    });
  }
  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  sigset_t set_ = {};
  std::stop_source source_;
  std::jthread thread_;
};

std::string orDefault(const std::string& given, const char* otherwise) {
  return given.empty() ? otherwise : given;
}

std::string milliseconds(Clock::duration span) {
  return strCat(std::chrono::ceil<std::chrono::milliseconds>(span).count(), " ms");
}

std::string mismatchLines(const std::vector<plan::Mismatch>& mismatches) {
  std::string text;
  for (const auto& mismatch : mismatches) strAppend(text, "  ", mismatch, "\n");
  return text;
}

}  // namespace

struct ChangeSite::State {
  State(const GlobalOptions& options, host::HostExecutor host, HostEvents hostEvents)
      : global(options),
        reader(global),
        executor(std::move(host)),
        events(std::move(hostEvents)),
        guard(global),
        progress(!options.quiet && ::isatty(STDERR_FILENO) == 1),
        site{.directories = {orDefault(options.stateDir, "/var/lib/pointsman"),
                             orDefault(options.runDir, "/run/pointsman")},
             .reader = reader,
             .executor = executor,
             .events = events,
             .progress = progress,
             .guard = &guard,
             .stop = signals.token()} {}

  GlobalOptions global;
  StopSignals signals;
  Reader reader;
  Executor executor;
  HostEvents events;
  Guard guard;
  TerminalProgress progress;
  apply::Site site;
};

Result<std::unique_ptr<ChangeSite>> ChangeSite::open(const GlobalOptions& global) {
  TRY(auto access, hostAccess(global, host::OvsNeed::Optional));
  TRY(auto events, HostEvents::open(access.ovsdb));
  TRY(auto executor, host::HostExecutor::open({.access = std::move(access)}));
  auto state = std::make_unique<State>(global, std::move(executor), std::move(events));
  TRY(state->site.identity, journal::readHostIdentity());
  return std::unique_ptr<ChangeSite>(new ChangeSite(std::move(state)));
}

ChangeSite::ChangeSite(std::unique_ptr<State> state) : state_(std::move(state)) {}
ChangeSite::~ChangeSite() = default;
const apply::Site& ChangeSite::site() const { return state_->site; }

ExitStatus reportOutcome(const GlobalOptions& global, const apply::ApplyOutcome& outcome) {
  const auto say = [&](const std::string& text) {
    const bool terminal = ::isatty(STDERR_FILENO) == 1;
    writeError(strCat(terminal ? "\r\x1b[K" : "", text));
  };
  return std::visit(
      Overloaded{
          [&](const apply::Applied& applied) {
            if (!global.quiet) {
              say(applied.steps.empty() ? std::string("nothing to do\n")
                                        : strCat("applied: ", applied.steps.size(),
                                                 " steps; traffic could have felt ",
                                                 milliseconds(applied.disturbance), " of it\n"));
            }
            for (const auto& probe : applied.ignoredProbes) {
              say(strCat("warning: probe ", probe, " failed before the change already\n"));
            }
            if (applied.confirmWithin) {
              say(strCat("not committed: 'pointsman commit' keeps it, else it is rolled back in ",
                         applied.confirmWithin->count() / 1000, " s\n"));
            }
            return ExitStatus::Done;
          },
          [&](const apply::Refused& refused) { return fail(refused.why); },
          [&](const apply::RolledBack& back) {
            say(strCat("pointsman: rolled back, the host is as it was: ", back.why.message(), "\n",
                       mismatchLines(back.mismatches)));
            return ExitStatus::Failed;
          },
          [&](const apply::Stranded& stranded) {
            say(strCat("pointsman: failed, and not everything could be restored: ",
                       stranded.why.message(), "\n"));
            for (const auto& leftover : stranded.leftovers) {
              say(strCat("  left over: ", leftover.what,
                         leftover.why.empty() ? "" : strCat(" (", leftover.why, ")"), "\n"));
            }
            say(mismatchLines(stranded.mismatches));
            if (stranded.toBeContinued) say("  the next invocation tries again\n");
            return ExitStatus::Stranded;
          },
      },
      outcome);
}

}  // namespace pointsman::cli
