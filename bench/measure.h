// SPDX-License-Identifier: Apache-2.0
// Runs whole programs and says what they cost: wall time, their own CPU time, peak memory. Machines
// are noisy, so both sides of a comparison run in turn and the medians are compared.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace pointsman::bench {

struct Cost {
  double wallMs = 0;
  double cpuMs = 0;    // user and system time of the program itself
  double peakMiB = 0;  // maximum resident set
};

using Argv = std::vector<std::string>;

// Runs 'argv' to its end with its output thrown away; fails when it exits with none of 'accepted'.
Result<Cost> runProgram(const Argv& argv, const std::vector<int>& accepted = {0});

// The medians of 'rounds' runs of each program, run in turn after one unmeasured run of each.
Result<std::vector<Cost>> comparePrograms(const std::vector<Argv>& programs, int rounds);

double median(std::vector<double> values);

// The program this build made, to be measured.
std::string pointsmanBinary();

// A bench's main(): calls 'body' and prints its error, if any.
int runBench(const std::function<Result<>()>& body);

}  // namespace pointsman::bench
