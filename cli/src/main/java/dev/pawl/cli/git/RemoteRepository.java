package dev.pawl.cli.git;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The origin of a repository, parsed from its URL.
///
/// @param host empty for a directory
record RemoteRepository(String host, String owner, String name) {

  /// Matches `https://host/owner/name.git`, `ssh://git@host:22/owner/name` and
  /// `git@host:owner/name.git`; the last two parts of the path count. No group repeats within
  /// another, so matching takes linear time.
  private static final Pattern URL =
      Pattern.compile(
          "(?:[a-z+]+://)?(?:[^@/]*+@)?(?<host>[^:/@]++)(?::\\d++)?[:/](?<path>.++)",
          Pattern.CASE_INSENSITIVE);

  static Optional<RemoteRepository> of(String url) {
    String cleaned = url.replaceFirst("/$", "").replaceFirst("\\.git$", "");
    boolean isDirectory =
        cleaned.startsWith("/") || cleaned.startsWith(".") || cleaned.startsWith("file:");
    Matcher matcher = URL.matcher(cleaned);
    if (isDirectory || !matcher.matches()) {
      return Optional.empty();
    }
    String[] parts = matcher.group("path").split("/", -1);
    if (parts.length < 2) {
      return Optional.empty();
    }
    return Optional.of(
        new RemoteRepository(
            matcher.group("host"), parts[parts.length - 2], parts[parts.length - 1]));
  }

  String repository() {
    return owner + "/" + name;
  }

  String server() {
    return "https://" + host;
  }
}
