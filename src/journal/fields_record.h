// SPDX-License-Identifier: Apache-2.0
// What the records of a journal consist of; see fields_model.h.
#pragma once

#include "journal/committed_state.h"
#include "journal/fields_step.h"
#include "journal/record.h"

namespace pointsman::journal {

template <typename V, Is<HostIdentity> S>
void fields(V& visit, S& s) {
  visit("boot", s.bootId);
  visit("network-namespace", s.networkNamespace);
}
template <typename V, Is<CommittedState> S>
void fields(V& visit, S& s) {
  visit("change", s.change);
  visit("document", s.document);
  visit("document-hash", s.documentHash);
  visit("changed-at", s.changedAt);
  visit("links", s.links);
  visit("routes", s.routes);
  visit("rules", s.rules);
  visit("resolver", s.resolver);
}

template <>
inline constexpr std::string_view kWord<Header> = "change";
template <typename V, Is<Header> S>
void fields(V& visit, S& s) {
  visit("change", s.change);
  visit("host", s.host);
  visit("pid", s.pid);
  visit("verb", s.verb);
  visit("document", s.document);
  visit("document-hash", s.documentHash);
  visit("started-at", s.startedAt);
}
template <>
inline constexpr std::string_view kWord<Planned> = "plan";
template <typename V, Is<Planned> S>
void fields(V& visit, S& s) {
  visit("batches", s.batches);
  visit("committed", s.committed);
}
template <typename T>
concept NamesBatch = requires(T& record) {
  record.batch;
};
template <typename V, NamesBatch S>
void fields(V& visit, S& s) {
  visit("batch", s.batch);
}
template <>
inline constexpr std::string_view kWord<BatchStarted> = "started";
template <>
inline constexpr std::string_view kWord<BatchDone> = "done";
template <>
inline constexpr std::string_view kWord<UndoStarted> = "undo-started";
template <>
inline constexpr std::string_view kWord<UndoDone> = "undone";
template <>
inline constexpr std::string_view kWord<Unconfirmed> = "unconfirmed";
template <typename V, Is<Unconfirmed> S>
void fields(V& visit, S& s) {
  visit("deadline", s.deadline);
}
template <>
inline constexpr std::string_view kWord<RollbackBegan> = "rolling-back";
template <typename V, Is<RollbackBegan> S>
void fields(V& visit, S& s) {
  visit("why", s.why);
}
template <>
inline constexpr std::string_view kWord<Committed> = "committed";
template <typename V, Is<Committed> S>
void fields(V&, S&) {}
template <>
inline constexpr std::string_view kWord<TakenBack> = "rolled-back";
template <typename V, Is<TakenBack> S>
void fields(V&, S&) {}
template <>
inline constexpr std::string_view kWord<LeftStranded> = "stranded";
template <typename V, Is<LeftStranded> S>
void fields(V& visit, S& s) {
  visit("leftovers", s.leftovers);
}

}  // namespace pointsman::journal
