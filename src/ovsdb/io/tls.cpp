// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/io/tls.h"

#include <arpa/inet.h>
#include <openssl/err.h>

#include <array>
#include <cerrno>
#include <climits>

#include "base/str_cat.h"

namespace pointsman::ovsdb {

namespace {

// The oldest entry of OpenSSL's queue names the cause; the others are its echoes.
std::string causeAndClear() {
  const unsigned long number = ERR_get_error();
  ERR_clear_error();
  std::array<char, 256> text{};
  ERR_error_string_n(number, text.data(), text.size());
  return number == 0 ? "no cause given" : std::string(text.data());
}

Error fileError(std::string_view what, const std::string& file) {
  return {ErrorKind::InvalidInput, strCat(what, " ", file, ": ", causeAndClear())};
}

Result<> loadFiles(SSL_CTX* context, const TlsFiles& files) {
  if (files.privateKey.empty() || files.certificate.empty() || files.caCertificate.empty()) {
    return Error{ErrorKind::InvalidInput,
                 "ssl: needs a private key, a certificate and a CA certificate"};
  }
  if (SSL_CTX_use_certificate_chain_file(context, files.certificate.c_str()) != 1) {
    return fileError("certificate", files.certificate);
  }
  if (SSL_CTX_use_PrivateKey_file(context, files.privateKey.c_str(), SSL_FILETYPE_PEM) != 1) {
    return fileError("private key", files.privateKey);
  }
  if (SSL_CTX_check_private_key(context) != 1) {
    return fileError("private key does not fit the certificate:", files.privateKey);
  }
  if (SSL_CTX_load_verify_file(context, files.caCertificate.c_str()) != 1) {
    return fileError("CA certificate", files.caCertificate);
  }
  return ok();
}

bool isAddress(const std::string& host) {
  std::array<unsigned char, sizeof(in6_addr)> ignored;
  return ::inet_pton(AF_INET, host.c_str(), ignored.data()) == 1 ||
         ::inet_pton(AF_INET6, host.c_str(), ignored.data()) == 1;
}

int clampToInt(std::size_t size) {
  return static_cast<int>(std::min(size, static_cast<std::size_t>(INT_MAX)));
}

}  // namespace

Result<TlsStream> TlsStream::create(int fd, const TlsFiles& files, const std::string& host) {
  std::unique_ptr<SSL_CTX, Free> context(SSL_CTX_new(TLS_client_method()));
  if (!context) return Error{ErrorKind::Internal, strCat("SSL_CTX_new: ", causeAndClear())};
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  // A write may be repeated from another buffer: the session's output moves as it grows.
  SSL_CTX_set_mode(context.get(),
                   SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  CHECK_OK(loadFiles(context.get(), files));
  std::unique_ptr<SSL, Free> ssl(SSL_new(context.get()));
  if (!ssl || SSL_set_fd(ssl.get(), fd) != 1) {
    return Error{ErrorKind::Internal, strCat("SSL_new: ", causeAndClear())};
  }
  if (!isAddress(host)) {
    // SSL_set_tlsext_host_name(), spelt without the C casts of its macro.
    SSL_ctrl(ssl.get(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
             const_cast<char*>(host.c_str()));
  }
  return TlsStream(std::move(context), std::move(ssl));
}

Result<> TlsStream::judge(int outcome, std::string_view what) {
  const int systemError = errno;
  switch (SSL_get_error(ssl_.get(), outcome)) {
    case SSL_ERROR_WANT_READ:
      lack_ = Lack::Readable;
      return ok();
    case SSL_ERROR_WANT_WRITE:
      lack_ = Lack::Writable;
      return ok();
    case SSL_ERROR_ZERO_RETURN:
      return Error{ErrorKind::Unavailable, "the server hung up"};
    case SSL_ERROR_SYSCALL:
      ERR_clear_error();
      if (systemError == 0) return Error{ErrorKind::Unavailable, "the server hung up"};
      return Error{ErrorKind::Unavailable, errnoError(systemError, what).message()};
    default:
      break;
  }
  const long verified = SSL_get_verify_result(ssl_.get());
  if (verified != X509_V_OK) {
    ERR_clear_error();
    return Error{
        ErrorKind::Denied,
        strCat(what, ": the server's certificate: ", X509_verify_cert_error_string(verified))};
  }
  // The peer ended the connection without TLS's farewell, or refused our certificate.
  const bool truncated = ERR_GET_REASON(ERR_peek_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING;
  return Error{truncated ? ErrorKind::Unavailable : ErrorKind::Denied,
               strCat(what, ": ", causeAndClear())};
}

Result<bool> TlsStream::handshake() {
  lack_ = Lack::Nothing;
  ERR_clear_error();
  errno = 0;
  const int outcome = SSL_connect(ssl_.get());
  if (outcome == 1) return true;
  CHECK_OK(judge(outcome, "TLS handshake"));
  return false;
}

Result<std::size_t> TlsStream::read(std::span<char> buffer) {
  lack_ = Lack::Nothing;
  ERR_clear_error();
  errno = 0;
  const int count = SSL_read(ssl_.get(), buffer.data(), clampToInt(buffer.size()));
  if (count > 0) return static_cast<std::size_t>(count);
  CHECK_OK(judge(count, "read"));
  return std::size_t{0};
}

Result<std::size_t> TlsStream::write(std::string_view bytes) {
  lack_ = Lack::Nothing;
  ERR_clear_error();
  errno = 0;
  const int count = SSL_write(ssl_.get(), bytes.data(), clampToInt(bytes.size()));
  if (count > 0) return static_cast<std::size_t>(count);
  CHECK_OK(judge(count, "write"));
  return std::size_t{0};
}

}  // namespace pointsman::ovsdb
