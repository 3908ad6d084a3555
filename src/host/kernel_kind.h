// SPDX-License-Identifier: Apache-2.0
// A kind of link, from the model's words to the kernel's. Pure; observe_links.h is the other
// direction.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "model/link_config.h"
#include "netlink/link.h"
#include "netlink/options.h"

namespace pointsman::host {

struct KernelKind {
  std::string kind = {};  // "bond", "vlan", …
  netlink::LinkDetails details = {};
  std::optional<InterfaceName> parent = {};  // of a link stacked on another
  bool operator==(const KernelKind&) const = default;
};

// Options of bonds and bridges are not among the details, but for a bond's mode: most can only be
// set once the link is there, see optionChanges(). Unsupported for kinds that netlink does not
// make.
Result<KernelKind> toKernelKind(const LinkKind& kind, const netlink::IndexOfLink& indexOf);

// Those options of a bond or a bridge that 'wanted' has differently from 'now', a link of the same
// kind; empty for other kinds. Options that a bond's mode does not know stand at their default and
// are never sent, which the kernel would refuse.
[[nodiscard]] netlink::Options optionChanges(const LinkKind& wanted,
                                             const netlink::LinkDetails& now);

}  // namespace pointsman::host
