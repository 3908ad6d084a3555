// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"

#include <cerrno>
#include <cstring>

#include "base/str_cat.h"

namespace pointsman {

std::string_view toString(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::InvalidInput:
      return "invalid input";
    case ErrorKind::Unsupported:
      return "unsupported";
    case ErrorKind::NotFound:
      return "not found";
    case ErrorKind::Conflict:
      return "conflict";
    case ErrorKind::Unavailable:
      return "unavailable";
    case ErrorKind::Denied:
      return "denied";
    case ErrorKind::Protocol:
      return "protocol error";
    case ErrorKind::Mismatch:
      return "mismatch";
    case ErrorKind::Internal:
      return "internal error";
  }
  return "error";
}

Error Error::in(std::string_view what) && {
  message_ = strCat(what, ": ", message_);
  return std::move(*this);
}

Error Error::in(std::string_view what) const& { return Error(*this).in(what); }

Error errnoError(std::string_view what) { return errnoError(errno, what); }

Error errnoError(int number, std::string_view what) {
  ErrorKind kind = ErrorKind::Unavailable;
  switch (number) {
    case EPERM:
    case EACCES:
      kind = ErrorKind::Denied;
      break;
    case ENOENT:
    case ENODEV:
    case ESRCH:
      kind = ErrorKind::NotFound;
      break;
    case EINVAL:
    case ERANGE:
    case ENAMETOOLONG:
      kind = ErrorKind::InvalidInput;
      break;
    case EOPNOTSUPP:
    case EAFNOSUPPORT:
    case EPROTONOSUPPORT:
      kind = ErrorKind::Unsupported;
      break;
    case EEXIST:
    case EBUSY:
      kind = ErrorKind::Conflict;
      break;
    default:
      break;
  }
  char text[256] = {};
  return {kind, strCat(what, ": ", strerror_r(number, text, sizeof text))};
}

}  // namespace pointsman
