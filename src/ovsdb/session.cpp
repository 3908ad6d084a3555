// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/session.h"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include "base/overloaded.h"

namespace pointsman::ovsdb {

namespace json = boost::json;

Session::Session(std::vector<Remote> remotes, SessionOptions options)
    : remotes_(std::move(remotes)),
      options_(options),
      reconnect_(options.reconnect, static_cast<unsigned>(remotes_.size())) {}

Session::Wish Session::advance(Clock::time_point now) {
  if (broken_) return Wish::Disconnect;
  switch (reconnect_.advance(now)) {
    case Reconnect::Action::Nothing:
      return Wish::Nothing;
    case Reconnect::Action::Connect:
      return Wish::Connect;
    case Reconnect::Action::Disconnect:
      broken_ = Error{ErrorKind::Unavailable, up_ ? "no sign of life" : "no answer"};
      return Wish::Disconnect;
    case Reconnect::Action::Probe:
      send("echo", {}, Probe{});
      return Wish::Nothing;
  }
  return Wish::Nothing;
}

void Session::connected(Clock::time_point now) {
  reconnect_.connected(now);
  stream_.emplace(options_.limits);
  output_.clear();
  sent_ = 0;
  up_ = true;
  events_.emplace_back(Ready{});
}

void Session::disconnected(Error why, Clock::time_point now) {
  reconnect_.disconnected(now);
  if (broken_) why = std::move(*broken_);
  broken_.reset();
  up_ = false;
  const Error named = std::move(why).in(toString(remote()));
  for (const auto& [id, purpose] : open_) {
    if (std::holds_alternative<ByCaller>(purpose)) events_.emplace_back(Replied{id, named});
  }
  open_.clear();
  events_.emplace_back(Lost{named});
  current_ = (current_ + 1) % remotes_.size();
}

void Session::received(std::string_view bytes, Clock::time_point now) {
  if (broken_ || !up_) return;
  reconnect_.received(now);
  if (auto fed = stream_->feed(bytes); !fed) broken_ = std::move(fed.error());
  while (auto document = stream_->next()) {
    auto message = Message::decode(std::move(*document));
    if (!message) {
      broken_ = std::move(message.error());
      return;
    }
    handle(std::move(*message));
  }
}

std::string_view Session::output() const { return std::string_view(output_).substr(sent_); }

void Session::sent(std::size_t count) {
  sent_ += count;
  if (sent_ < output_.size()) return;
  output_.clear();
  sent_ = 0;
}

std::optional<Event> Session::nextEvent() {
  if (events_.empty()) return std::nullopt;
  std::optional<Event> event(std::move(events_.front()));
  events_.pop_front();
  return event;
}

RequestId Session::request(std::string_view method, const json::array& params) {
  return send(method, params, ByCaller{});
}

void Session::cancel(RequestId request) {
  if (open_.erase(request) == 0) return;
  output_ += encodeNotification("cancel", {request});
}

RequestId Session::send(std::string_view method, const json::array& params, Purpose purpose) {
  const RequestId id = ++lastRequest_;
  output_ += encodeRequest(method, params, id);
  open_.emplace(id, purpose);
  return id;
}

void Session::handle(Message message) {
  switch (message.kind()) {
    case Message::Kind::Request:
      handleRequest(message);
      break;
    case Message::Kind::Notification:
      break;
    case Message::Kind::Reply:
      handleReply(std::move(message));
      break;
  }
}

void Session::handleRequest(const Message& message) {
  // Nothing else is ever asked of a client (RFC 7047, 4.1.11).
  if (message.method() == "echo") output_ += encodeReply(message.id(), message.params());
}

void Session::handleReply(Message message) {
  // An id that is not open belongs to a request that was cancelled.
  if (!message.id().is_int64()) return;
  const auto found = open_.find(static_cast<RequestId>(message.id().get_int64()));
  if (found == open_.end()) return;
  const auto [id, purpose] = *found;
  open_.erase(found);
  if (std::holds_alternative<ByCaller>(purpose)) {
    events_.emplace_back(Replied{id, std::move(message)});
  }
}

}  // namespace pointsman::ovsdb
