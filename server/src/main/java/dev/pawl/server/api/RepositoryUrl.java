package dev.pawl.server.api;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The address of a run's repository. It is fetched from the URL as it was given: some servers know
/// a repository only with `.git` at its end. People see its name without.
record RepositoryUrl(String url) {

  /// The server, with the directories before the last two parts of the path, and those two parts.
  private static final Pattern PARTS =
      Pattern.compile("(?<server>[a-z]+://[^/]*(?:/.*(?=/[^/]+/[^/]+$))?)/(?<name>.*)");

  /// `owner/name`, or only a name if the path has no more.
  String name() {
    return part("name");
  }

  /// The URL without the name.
  String server() {
    return part("server");
  }

  private String part(String group) {
    Matcher matcher = PARTS.matcher(url.replaceFirst("/+$", "").replaceFirst("\\.git$", ""));
    return matcher.matches() ? matcher.group(group) : "";
  }
}
