// SPDX-License-Identifier: Apache-2.0
// Marks on two diagrams of one host what differs between them.
#pragma once

#include "picture/diagram.h"

namespace pointsman::picture {

void markChanges(Diagram& before, Diagram& after);

}  // namespace pointsman::picture
