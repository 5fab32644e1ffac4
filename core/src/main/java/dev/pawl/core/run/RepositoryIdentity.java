package dev.pawl.core.run;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The identity of a repository, by its address: what tells one repository from another, host and
/// path, as `forge.example/acme/shop`, or the path of a directory. Groups, fair share and flaky
/// failures go by it, so spellings of one address must be equal, and no credentials may be left in
/// it.
///
/// Scheme, user, password, query, the usual ports, the case of the host, repeated or trailing
/// slashes and a last `.git` do not count. Everything else does, also the case of the path.
public final class RepositoryIdentity {

  /// No group repeats within another, so matching takes linear time.
  private static final Pattern URL =
      Pattern.compile(
          "(?<scheme>[A-Za-z][A-Za-z0-9+.-]*+)://(?:[^/@]*+@)*+(?<host>\\[[^\\]/]*+\\]|[^:/]*+)(?::(?<port>[0-9]*+))?(?<path>.*+)",
          Pattern.DOTALL);

  /// `git@host:owner/name`.
  private static final Pattern SHORT_SSH =
      Pattern.compile("(?:[^/@:]*+@)?(?<host>[^:/]++):(?<path>.*+)", Pattern.DOTALL);

  /// The identity of the repository at an address; empty for none. It has no number sign, which
  /// separates it from the name in the key of a group.
  public static String of(String address) {
    return spelling(address).replace("#", "%23");
  }

  private static String spelling(String address) {
    Matcher url = URL.matcher(address);
    if (url.matches()) {
      return url.group("scheme").equalsIgnoreCase("file")
          ? path("/" + url.group("path"))
          : located(url.group("host") + port(url), url.group("path"));
    }
    Matcher ssh = SHORT_SSH.matcher(address);
    return ssh.matches() ? located(ssh.group("host"), ssh.group("path")) : path(address);
  }

  private static String port(Matcher url) {
    String port = url.group("port");
    boolean isUsual =
        port == null
            || port.isEmpty()
            || switch (url.group("scheme").toLowerCase(Locale.ROOT)) {
              case "http" -> port.equals("80");
              case "https" -> port.equals("443");
              case "ssh" -> port.equals("22");
              case "git" -> port.equals("9418");
              default -> false;
            };
    return isUsual ? "" : ":" + port;
  }

  private static String located(String host, String path) {
    String withoutQuery = path.replaceFirst("[?#].*+", "");
    return host.toLowerCase(Locale.ROOT) + path("/" + withoutQuery);
  }

  private static String path(String path) {
    String plain = path.replaceAll("//++", "/").replaceFirst("/$", "");
    String named = plain.endsWith(".git") ? plain.substring(0, plain.length() - 4) : plain;
    return named.replaceFirst("/$", "");
  }

  private RepositoryIdentity() {}
}
