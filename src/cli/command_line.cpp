// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.h"

#include <CLI/CLI.hpp>

#include <algorithm>

#include "base/str_cat.h"
#include "base/suggest.h"
#include "cli/version.h"

namespace pointsman::cli {

namespace {

constexpr const char* kFileHelp =
    "An nmstate document, a policy, or an install-config; YAML or JSON. '-' is standard input";

constexpr const char* kFooter = R"(
Try it without touching this host:
  pointsman sandbox -- pointsman plan examples/br-ex.yml

Exit status: 0 done; 1 failed, the host is as it was; 2 plan --exit-code found changes; 3 failed and
something could not be restored; 64 usage; 65 the document is wrong; 69 Open vSwitch is not there; 75 another change is under way.
'pointsman VERB --help' explains one verb; pointsman(1) all of them.)";

// Where the options are collected while the library parses; one of the commands is then taken.
struct Collected {
  GlobalOptions global = {};
  std::string color = "auto";
  ShowCommand show = {};
  bool json = false;
  bool svg = false;
  bool dot = false;
  PlanCommand plan = {};
  ApplyCommand apply = {};
  GuardCommand guard = {};
  CheckCommand check = {};
  RevertCommand revert = {};
  FormatCommand format = {};
  SandboxCommand sandbox = {};
  bool withoutOvs = false;
};

void addGlobalOptions(CLI::App& app, GlobalOptions& global, std::string& color) {
  app.add_option("--ovsdb", global.ovsdb,
                 "OVSDB to talk to: unix:PATH, tcp:HOST:PORT or ssl:HOST:PORT. Default: "
                 "$OVS_RUNDIR/db.sock, else /var/run/openvswitch/db.sock")
      ->type_name("REMOTE");
  app.add_option("--state-dir", global.stateDir, "Where state is kept (/var/lib/pointsman)")
      ->type_name("DIR")
      ->envname("POINTSMAN_STATE_DIR");
  app.add_option("--run-dir", global.runDir, "Where run-time files are (/run/pointsman)")
      ->type_name("DIR")
      ->envname("POINTSMAN_RUN_DIR");
  app.add_option("--color", color, "Colours: auto (on a terminal), always, never")
      ->check(CLI::IsMember(std::vector<std::string>{"auto", "always", "never"}))
      ->type_name("WHEN");
  app.add_flag("-q,--quiet", global.quiet, "Errors only: no warnings, no hints");
}

void addDocument(CLI::App& verb, DocumentSource& document) {
  verb.add_option("FILE", document.file, kFileHelp)->required()->type_name("");
  verb.add_option("--host", document.host,
                  "Which entry of networking.hostConfig[] to take. Default: this host's name")
      ->type_name("NAME");
}

void addOutput(CLI::App& verb, std::string& output) {
  verb.add_option("-o,--output", output,
                  "Write there instead of standard output; written whole or not at all")
      ->type_name("FILE");
}

void addShow(CLI::App& app, Collected& to) {
  auto* verb =
      app.add_subcommand("show", "What the host has now, as an nmstate document or a picture");
  verb->footer(
      "\nThe document printed is itself a valid desired state: save it, edit it, plan it.\n"
      "  pointsman show br-ex\n  pointsman show --svg -o host.svg");
  verb->add_option("IFACE", to.show.interfaces, "Only these interfaces, and routes through them")
      ->type_name("");
  auto* json = verb->add_flag("--json", to.json, "JSON instead of YAML");
  auto* svg = verb->add_flag("--svg", to.svg, "A picture of the host, faults in red");
  auto* dot = verb->add_flag("--dot", to.dot, "The same for Graphviz");
  svg->excludes(json);
  dot->excludes(json)->excludes(svg);
  verb->add_flag("-k,--kernel", to.show.kernelOnly, "Do not look at Open vSwitch");
  addOutput(*verb, to.show.output);
}

void addPlan(CLI::App& app, Collected& to) {
  auto* verb = app.add_subcommand(
      "plan", "What applying a document would do, step by step; changes nothing");
  verb->footer(
      "\nReads the host, checks the document against it, and prints the steps in the order in "
      "which\n"
      "they would run. No output but a summary means that the host is as the document says.");
  addDocument(*verb, to.plan.document);
  auto* json = verb->add_flag("--json", to.json, "The steps as JSON");
  verb->add_flag("--svg", to.svg, "A picture of the host before and after")->excludes(json);
  verb->add_flag("--exit-code", to.plan.exitCode, "Exit 2 when there is something to do");
  addOutput(*verb, to.plan.output);
}

void addApply(CLI::App& app, Collected& to) {
  auto* verb = app.add_subcommand(
      "apply",
      "Make the host as a document says: check, plan, apply, verify, commit; else roll back");
  verb->footer(
      "\nA failure at any step, Ctrl-C or kill -9 end in the state before, which the next run "
      "restores if\n"
      "this one could not. --no-commit waits for 'pointsman commit' and rolls back without it.");
  addDocument(*verb, to.apply.document);
  verb->add_flag("--no-verify", to.apply.noVerify,
                 "Do not wait until the host shows what was asked");
  auto* noCommit = verb->add_flag("--no-commit", to.apply.noCommit,
                                  "Roll back unless 'pointsman commit' comes within the timeout");
  verb->add_option("--timeout", to.apply.timeout, "Seconds to wait for the commit (60)")
      ->needs(noCommit)
      ->check(CLI::Range(1U, 86400U))
      ->type_name("S");
  app.add_subcommand("commit", "Keep what 'apply --no-commit' made");
  app.add_subcommand("rollback", "Take back what 'apply --no-commit' made");
  auto* guard = app.add_subcommand("guard")->group("");
  guard->add_option("CHANGE", to.guard.change)->required();
}

void addCheck(CLI::App& app, Collected& to) {
  auto* verb = app.add_subcommand(
      "check", "Every error of a document, or of the host as it is; changes nothing");
  verb->footer(
      "\nA document is checked against the host it is run on. Exits 65 when the document is wrong, "
      "1\n"
      "when the host is (--live).");
  auto* file = verb->add_option("FILE", to.check.document.file, kFileHelp)->type_name("");
  verb->add_option("--host", to.check.document.host,
                   "Which entry of networking.hostConfig[] to take")
      ->type_name("NAME");
  verb->add_flag("--live", to.check.live, "Judge the host as it is")->excludes(file);
  verb->add_option("--profile", to.check.profile,
                   "Also the rules of: ovn-kubernetes (what it needs of br-ex)")
      ->check(CLI::IsMember({"ovn-kubernetes"}))
      ->type_name("NAME");
  verb->add_flag("--json", to.check.json, "Findings as JSON");
  verb->callback([verb, &to] {
    if (to.check.document.file.empty() && !to.check.live && verb->get_help_ptr()->count() == 0) {
      throw CLI::RequiredError("FILE or --live");
    }
  });
}

void addRevert(CLI::App& app, Collected& to) {
  auto* verb = app.add_subcommand(
      "revert", "The document that would undo a document, given the host as it is now");
  verb->footer(
      "\nMake it before applying, and keep it: it restores what the document would change.\n"
      "  pointsman revert br-ex.yml -o undo.yml");
  addDocument(*verb, to.revert.document);
  verb->add_flag("--json", to.revert.json, "JSON instead of YAML");
  addOutput(*verb, to.revert.output);
}

void addFormat(CLI::App& app, Collected& to) {
  auto* verb = app.add_subcommand("format", "A document in canonical form; needs no host");
  verb->footer("\nSpelling, order and defaults as 'show' prints them; comments are not kept.");
  addDocument(*verb, to.format.document);
  verb->add_flag("--json", to.format.json, "JSON instead of YAML");
  addOutput(*verb, to.format.output);
}

void addSandbox(CLI::App& app, Collected& to) {
  auto* verb = app.add_subcommand(
      "sandbox", "A throw-away host with its own Open vSwitch; runs a command in it");
  verb->footer(
      "\neth0 has 192.0.2.10/24 and the default route via 192.0.2.1, which answers; eth1 has a "
      "DHCP server\n"
      "behind it. Everything is gone when the command ends. Without a command: your shell.\n"
      "  pointsman sandbox -- pointsman show");
  verb->add_option("--nics", to.sandbox.nics, "How many NICs: eth0, eth1, …")
      ->check(CLI::Range(1U, 64U))
      ->type_name("N");
  verb->add_flag("--no-ovs", to.withoutOvs, "Without Open vSwitch");
  verb->add_flag("--ipv6", to.sandbox.ipv6, "Give eth0 an IPv6 address as well");
  verb->add_option("COMMAND", to.sandbox.command, "What to run, after '--'")->type_name("");
  // Everything from the command's own name on belongs to the command, options included.
  verb->positionals_at_end();
}

ShowFormat showFormat(const Collected& from) {
  if (from.svg) return ShowFormat::Svg;
  if (from.dot) return ShowFormat::Dot;
  return from.json ? ShowFormat::Json : ShowFormat::Yaml;
}

ColorMode colorMode(std::string_view text) {
  if (text == "always") return ColorMode::Always;
  return text == "never" ? ColorMode::Never : ColorMode::Auto;
}

PlanFormat planFormat(const Collected& from) {
  if (from.svg) return PlanFormat::Svg;
  return from.json ? PlanFormat::Json : PlanFormat::Text;
}

Command chosen(const CLI::App& app, Collected& from) {
  if (app.got_subcommand("show")) {
    from.show.format = showFormat(from);
    return from.show;
  }
  if (app.got_subcommand("plan")) {
    from.plan.format = planFormat(from);
    return from.plan;
  }
  if (app.got_subcommand("apply")) return from.apply;
  if (app.got_subcommand("commit")) return CommitCommand{};
  if (app.got_subcommand("rollback")) return RollbackCommand{};
  if (app.got_subcommand("guard")) return from.guard;
  if (app.got_subcommand("check")) return from.check;
  if (app.got_subcommand("revert")) return from.revert;
  if (app.got_subcommand("format")) return from.format;
  from.sandbox.withOvs = !from.withoutOvs;
  return from.sandbox;
}

// The first word that is neither an option nor, as far as can be told, the value of one.
std::string_view firstWord(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (!word.starts_with("-")) return word;
  }
  return "";
}

// What is wrong with the command line, and what was probably meant.
Answer explain(const CLI::App& app, const CLI::ParseError& error, int argc,
               const char* const* argv) {
  std::vector<std::string> verbs;
  for (const auto* verb : app.get_subcommands({})) {
    if (!verb->get_group().empty()) verbs.push_back(verb->get_name());
  }
  const std::string_view word = firstWord(argc, argv);
  if (std::ranges::find(verbs, word) != verbs.end()) {
    return {ExitStatus::Usage, strCat("pointsman ", word, ": ", error.what(), "\n'pointsman ", word,
                                      " --help' shows how it is used.\n")};
  }
  const bool verbMissing = error.get_name() == "RequiredError" || error.get_name() == "ExtrasError";
  if (word.empty() || !verbMissing) {
    return {ExitStatus::Usage,
            strCat("pointsman: ", argc > 1 ? error.what() : "what shall be done?",
                   "\n'pointsman --help' lists the verbs: ", strJoin(verbs, ", "), ".\n")};
  }
  const auto near = findSimilar(word, verbs);
  return {ExitStatus::Usage,
          strCat("pointsman: there is no verb '", word, "'",
                 near ? strCat("; did you mean '", *near, "'?") : "",
                 "\n'pointsman --help' lists the verbs: ", strJoin(verbs, ", "), ".\n")};
}

}  // namespace

std::variant<Invocation, Answer> parseCommandLine(int argc, const char* const* argv) {
  CLI::App app{
      "Sets the switches of a host: declares, plans and shows Open vSwitch and the network around "
      "it.",
      "pointsman"};
  app.footer(kFooter);
  app.require_subcommand(1);
  app.fallthrough();
  app.set_version_flag("--version", std::string(versionText()));
  Collected collected;
  addGlobalOptions(app, collected.global, collected.color);
  addShow(app, collected);
  addPlan(app, collected);
  addApply(app, collected);
  addCheck(app, collected);
  addRevert(app, collected);
  addFormat(app, collected);
  addSandbox(app, collected);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return Answer{ExitStatus::Done, app.help()};
  } catch (const CLI::CallForAllHelp&) {
    return Answer{ExitStatus::Done, app.help("", CLI::AppFormatMode::All)};
  } catch (const CLI::CallForVersion& version) {
    return Answer{ExitStatus::Done, strCat(version.what(), "\n")};
  } catch (const CLI::ParseError& error) {
    return explain(app, error, argc, argv);
  }
  collected.global.color = colorMode(collected.color);
  return Invocation{collected.global, chosen(app, collected)};
}

}  // namespace pointsman::cli
