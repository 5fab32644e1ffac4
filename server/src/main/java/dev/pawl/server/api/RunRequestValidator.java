package dev.pawl.server.api;

import dev.pawl.core.plan.NameLimit;
import dev.pawl.server.http.HttpProblem;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Validates the fields of a [RunRequest]. Accepted values are stored, shown to people, and given
/// to git.
final class RunRequestValidator {

  private static final int LONGEST_FILE = 300;
  private static final int LONGEST = 1_000;
  private static final Pattern REF =
      Pattern.compile("refs/(heads|tags|pull)/[^\\x00-\\x20\\x7f~^:?*\\[\\\\]+");
  private static final Pattern SHA = Pattern.compile("[0-9a-fA-F]{40}([0-9a-fA-F]{24})?");
  private static final Pattern PLAIN = Pattern.compile("[\\w.-]+(/[\\w.-]+)*");
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
  private static final Pattern USER = Pattern.compile("^[^/?#]*//(?<user>[^/?#]*)@");
  private static final Pattern LOGIN = Pattern.compile("[\\w.-]{1,32}");
  private static final Set<String> REMOTE = Set.of("http", "https", "ssh");

  /// @throws HttpProblem if it is not a possible name of a workflow file
  static void file(String file) {
    if (file.length() > LONGEST_FILE || CONTROL.matcher(file).find()) {
      throw wrong(
          "`file` must have at most %d characters, and no control characters"
              .formatted(LONGEST_FILE));
    }
  }

  /// @throws HttpProblem if it is not a ref of git
  static void ref(@Nullable String ref) {
    if (ref == null || ref.isEmpty()) {
      return;
    }
    if (ref.length() > LONGEST) {
      throw wrong("`ref` must have at most %,d characters".formatted(LONGEST));
    }
    boolean isRight = REF.matcher(ref).matches() && !ref.contains("..");
    if (!isRight) {
      boolean isPlain = PLAIN.matcher(ref).matches() && !ref.startsWith("refs/");
      throw wrong(
          isPlain
              ? "`ref` must be a full name: write refs/heads/%1$s or refs/tags/%1$s".formatted(ref)
              : "`ref` must be refs/heads/…, refs/tags/… or refs/pull/…");
    }
  }

  /// @throws HttpProblem if it is not the id of a commit
  static void sha(@Nullable String sha) {
    if (sha != null && !SHA.matcher(sha).matches()) {
      throw wrong("`sha` must have 40 or 64 hexadecimal digits");
    }
  }

  /// Rejects credentials in an address: it is stored, shown, and sent to agents. The message does
  /// not repeat them.
  ///
  /// @throws HttpProblem if it is not an address that can be fetched from, or has credentials
  static void repository(@Nullable String repository) {
    if (repository == null) {
      return;
    }
    Matcher user = USER.matcher(repository);
    boolean isLogin =
        user.find()
            && repository.startsWith("ssh://")
            && LOGIN.matcher(user.group("user")).matches();
    if (user.reset().find() && !isLogin) {
      throw wrong(
          "`repository` must not contain a password or a token: it is stored and shown. Let the"
              + " agents' git have it, by a credential helper or an SSH key, or put it into a secret"
              + " that a step uses");
    }
    if (!isAddress(repository)) {
      throw wrong(
          "`repository` must be a URL that begins with https://, http://, ssh:// or file:///, without a query, of at most %,d bytes"
              .formatted(NameLimit.MAX_BYTES));
    }
  }

  private static boolean isAddress(String text) {
    try {
      URI address = new URI(text);
      String scheme = String.valueOf(address.getScheme());
      boolean isRemote = REMOTE.contains(scheme) && address.getHost() != null;
      // To git, file:/a is the path /a on the host "file".
      boolean isLocal = text.startsWith("file:///");
      // A query may have a token, too.
      boolean isPlace = address.getRawQuery() == null && address.getRawFragment() == null;
      return NameLimit.problem(text).isEmpty() && isPlace && (isRemote || isLocal);
    } catch (URISyntaxException _) {
      return false;
    }
  }

  /// @throws HttpProblem if an input is null or cannot be stored
  static void inputs(@Nullable Map<String, @Nullable String> inputs) {
    if (inputs == null) {
      return;
    }
    inputs.forEach((name, value) -> {
      withoutNul("inputs", name);
      withoutNul("inputs", value);
      if (value == null) {
        throw wrong(
            "the input '%s' is null: give a text, or leave it out for its default".formatted(name));
      }
    });
  }

  /// No store keeps a NUL, and no process can be given one.
  ///
  /// @throws HttpProblem if there is one
  static void withoutNul(String field, @Nullable String text) {
    if (text != null && text.indexOf('\0') >= 0) {
      throw wrong("`%s` must not contain a zero byte".formatted(field));
    }
  }

  private static HttpProblem wrong(String why) {
    return HttpProblem.badRequest(why);
  }

  private RunRequestValidator() {}
}
