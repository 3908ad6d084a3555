// SPDX-License-Identifier: Apache-2.0
#include "sandbox/namespaces.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>

#include "base/str_cat.h"
#include "sandbox/child_call.h"
#include "sandbox/layout.h"

namespace pointsman::sandbox {

namespace {

int runInit() {
  ::prctl(PR_SET_NAME, "sandbox-init");
  // A lock or a pipe of our parent must not stay open because of us.
  ::syscall(SYS_close_range, STDERR_FILENO + 1, UINT_MAX, 0);
  // The kernel reaps the orphans of a parent that ignores SIGCHLD.
  ::signal(SIGCHLD, SIG_IGN);
  char letter = 0;
  while (::read(STDIN_FILENO, &letter, 1) < 0 && errno == EINTR) {
  }
  return 0;
}

Result<> mountOn(const char* type, const std::string& target, unsigned long flags,
                 const std::string& data) {
  if (::mount(type, target.c_str(), type, flags, data.c_str()) != 0) {
    return errnoError(strCat("mount ", type, " on ", target));
  }
  return ok();
}

Result<> makeDirectory(std::string_view path) {
  std::error_code failed;
  std::filesystem::create_directories(path, failed);
  if (failed) return errnoError(failed.value(), strCat("mkdir ", path));
  return ok();
}

Result<> makeDirectories(const Options& options) {
  for (const std::string_view path :
       {kOvsRunDirectory, kOvsDatabaseDirectory, kLogDirectory, kStateDirectory, kRunDirectory}) {
    CHECK_OK(makeDirectory(path));
  }
  CHECK_OK(makeDirectory(strCat(kOvsConfigDirectory, "/openvswitch")));
  if (!options.stateDirectory.empty()) CHECK_OK(makeDirectory(options.stateDirectory.native()));
  return ok();
}

Result<> replaceFile(const std::string& path, const std::string& text) {
  // Removed first: it may be a link into the /run that is hidden now.
  ::unlink(path.c_str());
  const UniqueFd file{::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644)};
  if (!file.valid()) return errnoError(path);
  if (::write(file.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    return errnoError(path);
  }
  return ok();
}

// The same in every sandbox, whatever the machine's files say.
Result<> writeHostFiles() {
  CHECK_OK(replaceFile("/etc/hostname", strCat(kHostName, "\n")));
  CHECK_OK(replaceFile("/etc/hosts",
                       strCat("127.0.0.1 localhost\n::1 localhost\n127.0.1.1 ", kHostName, "\n")));
  return replaceFile("/etc/resolv.conf", strCat("nameserver ", kGatewayAddress, "\n"));
}

// A DHCP client inside writes /etc/resolv.conf; that must never be the machine's. Where the kernel
// has no overlayfs, /etc is read-only inside.
Result<> isolateConfiguration() {
  const std::string upper = strCat(kPrivateDirectory, "/etc-upper");
  const std::string work = strCat(kPrivateDirectory, "/etc-work");
  CHECK_OK(makeDirectory(upper));
  CHECK_OK(makeDirectory(work));
  if (mountOn("overlay", "/etc", 0, strCat("lowerdir=/etc,upperdir=", upper, ",workdir=", work))) {
    return writeHostFiles();
  }
  if (::mount("/etc", "/etc", nullptr, MS_BIND | MS_REC, nullptr) != 0 ||
      ::mount(nullptr, "/etc", nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY, nullptr) != 0) {
    return errnoError("mount /etc read-only");
  }
  return ok();
}

// Leases and journals of the machine, where it has them, are not the sandbox's.
Result<> isolateState() {
  for (const char* path : {"/var/lib/dhcpcd", "/var/lib/pointsman", "/var/lib/openvswitch"}) {
    struct stat found = {};
    if (::stat(path, &found) != 0) continue;
    CHECK_OK(mountOn("tmpfs", path, MS_NOSUID | MS_NODEV, "mode=0755"));
  }
  return ok();
}

Result<> mountFileSystems(const Options& options) {
  // Else what is mounted here would appear on the machine.
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
    return errnoError("mount / private");
  }
  // Also hides the machine's D-Bus, hence its systemd and NetworkManager.
  CHECK_OK(mountOn("tmpfs", "/run", MS_NOSUID | MS_NODEV, "mode=0755"));
  CHECK_OK(isolateConfiguration());
  CHECK_OK(isolateState());
  CHECK_OK(makeDirectories(options));
  // Fresh ones: they show the processes and devices of the namespaces they are mounted in.
  CHECK_OK(mountOn("proc", "/proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, ""));
  return mountOn("sysfs", "/sys", MS_NOSUID | MS_NODEV | MS_NOEXEC, "");
}

// Makes the second network namespace and gives it the name that `ip netns` expects, inside.
Result<> makeOutside() {
  CHECK_OK(makeDirectory("/run/netns"));
  const std::string name(kOutsideFile);
  const UniqueFd file{::open(name.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC, 0444)};
  if (!file.valid()) return errnoError(name);
  if (::unshare(CLONE_NEWNET) != 0) return errnoError("unshare(CLONE_NEWNET)");
  if (::mount("/proc/self/ns/net", name.c_str(), nullptr, MS_BIND, nullptr) != 0) {
    return errnoError(strCat("mount ", name));
  }
  return ok();
}

Result<> furnish(const Options& options) {
  CHECK_OK(mountFileSystems(options));
  if (::sethostname(kHostName.data(), kHostName.size()) != 0) return errnoError("sethostname");
  return makeOutside();
}

}  // namespace

Result<Namespaces> Namespaces::start(const Options& options, Deadline deadline) {
  const ProcessOptions initOptions{
      .input = PipeStream{},
      .namespaces = {.unshared = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWNET}};
  TRY(Process init, Process::startFunction(runInit, initOptions).in("new namespaces"));
  Namespaces made(std::move(init));
  CHECK_OK(made.openDescriptors());
  TRY(ChildCall furnishing, ChildCall::start([&options] { return furnish(options); }, made.host()));
  CHECK_OK(furnishing.finish(deadline));
  made.outsideNetwork_ =
      UniqueFd{::open(made.seenFromHere(kOutsideFile).c_str(), O_RDONLY | O_CLOEXEC)};
  if (!made.outsideNetwork_.valid()) return errnoError(kOutsideFile);
  return made;
}

Result<> Namespaces::openDescriptors() {
  struct Wanted {
    const char* name;
    UniqueFd& fd;
  };
  for (const Wanted& wanted : {Wanted{"pid", pid_}, Wanted{"mnt", mounts_}, Wanted{"uts", names_},
                               Wanted{"net", hostNetwork_}}) {
    const std::string path = strCat("/proc/", init_.pid(), "/ns/", wanted.name);
    wanted.fd = UniqueFd{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!wanted.fd.valid()) return errnoError(path);
  }
  return ok();
}

ChildNamespaces Namespaces::host() const {
  return {.pid = pid_.number(),
          .others = {names_.number(), hostNetwork_.number(), mounts_.number()}};
}

ChildNamespaces Namespaces::outside() const {
  return {.pid = pid_.number(),
          .others = {names_.number(), outsideNetwork_.number(), mounts_.number()}};
}

std::filesystem::path Namespaces::seenFromHere(const std::filesystem::path& inside) const {
  return std::filesystem::path(strCat("/proc/", init_.pid(), "/root")) / inside.relative_path();
}

}  // namespace pointsman::sandbox
