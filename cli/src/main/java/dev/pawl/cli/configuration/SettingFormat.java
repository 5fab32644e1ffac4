package dev.pawl.cli.configuration;

import dev.pawl.cli.option.StoreOption;
import dev.pawl.workflow.reader.value.DurationSyntax;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The format of a setting's value, which is a text from an option, a variable or a file.
sealed interface SettingFormat {

  /// The value of an optional duration that is not set.
  String NONE = "none";

  /// What is wrong with a value, to follow the setting's name: "must be at least 1".
  Optional<String> problem(String text);

  /// The type in the reference.
  String described();

  /// A file or directory.
  record FilePath() implements SettingFormat {
    @Override
    public Optional<String> problem(String text) {
      return when(text.isEmpty(), "must not be empty");
    }

    @Override
    public String described() {
      return "a path";
    }
  }

  /// A host and a port.
  record Address() implements SettingFormat {
    private static final int LAST_PORT = 65_535;

    @Override
    public Optional<String> problem(String text) {
      int colon = text.lastIndexOf(':');
      String port = text.substring(colon + 1);
      boolean isValid =
          colon > 0 && port.matches("\\d{1,5}") && Integer.parseInt(port) <= LAST_PORT;
      return when(!isValid, "expects HOST:PORT, not '%s'".formatted(text));
    }

    @Override
    public String described() {
      return "`HOST:PORT`";
    }
  }

  /// The URL under which others reach the server.
  record PublicUrl() implements SettingFormat {
    @Override
    public Optional<String> problem(String text) {
      return when(!isUrl(text), "expects http://HOST or https://HOST, not '%s'".formatted(text));
    }

    private static boolean isUrl(String text) {
      try {
        URI url = new URI(text);
        return List.of("http", "https").contains(String.valueOf(url.getScheme()))
            && url.getHost() != null
            && url.getRawUserInfo() == null
            && url.getRawQuery() == null
            && url.getRawFragment() == null;
      } catch (URISyntaxException _) {
        return false;
      }
    }

    @Override
    public String described() {
      return "a URL";
    }
  }

  /// The address of a database, which may contain a password.
  record Store() implements SettingFormat {
    @Override
    public Optional<String> problem(String text) {
      return when(
          !StoreOption.isAddress(text),
          "expects an address such as postgresql://user@host/database or jdbc:postgresql:…");
    }

    @Override
    public String described() {
      return "a database's address";
    }
  }

  record Toggle() implements SettingFormat {
    @Override
    public Optional<String> problem(String text) {
      return when(
          !text.equals("true") && !text.equals("false"),
          "expects true or false, not '%s'".formatted(text));
    }

    @Override
    public String described() {
      return "true or false";
    }
  }

  /// A whole number.
  record Count(long least, long most) implements SettingFormat {
    @Override
    public Optional<String> problem(String text) {
      if (!text.matches("\\d{1,18}")) {
        return Optional.of("expects a whole number, not '%s'".formatted(text));
      }
      long value = Long.parseLong(text);
      return value < least
          ? Optional.of("must be at least " + least)
          : when(value > most, "must be at most " + most);
    }

    @Override
    public String described() {
      return "a whole number";
    }
  }

  /// A number of seconds, or a duration with its unit.
  ///
  /// @param isOptional whether it may be `none`
  record Span(Duration least, Duration most, boolean isOptional) implements SettingFormat {
    @Override
    public Optional<String> problem(String text) {
      if (isOptional && text.equals(NONE)) {
        return Optional.empty();
      }
      Optional<Duration> value = parse(text);
      if (value.isEmpty()) {
        return Optional.of(
            "expects seconds or a duration such as 30s, 10m, 8h or 2d, not '%s'".formatted(text));
      }
      return value.get().compareTo(least) < 0
          ? Optional.of("must be at least " + least.toSeconds())
          : when(
              value.get().compareTo(most) > 0, "must be at most %ds".formatted(most.toSeconds()));
    }

    static Optional<Duration> parse(String text) {
      String withUnit = text.matches("\\d+") ? text + "s" : text;
      return DurationSyntax.duration(withUnit) instanceof DurationSyntax.Valid(Duration value)
          ? Optional.of(value)
          : Optional.empty();
    }

    @Override
    public String described() {
      return isOptional ? "a duration, or `none`" : "a duration";
    }
  }

  /// One of some words.
  record Word(List<String> words) implements SettingFormat {
    public Word {
      words = List.copyOf(words);
    }

    @Override
    public Optional<String> problem(String text) {
      return when(
          !words.contains(text),
          "expects %s, not '%s'".formatted(String.join(" or ", words), text));
    }

    @Override
    public String described() {
      return "`" + String.join("` or `", words) + "`";
    }
  }

  private static Optional<String> when(boolean isWrong, String problem) {
    return isWrong ? Optional.of(problem) : Optional.empty();
  }
}
