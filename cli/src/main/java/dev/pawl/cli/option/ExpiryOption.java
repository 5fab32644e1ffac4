package dev.pawl.cli.option;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// The option `--expires` of new tokens.
public final class ExpiryOption {

  private static final Pattern SPAN = Pattern.compile("([1-9]\\d{0,5})([hd])");

  @Option(
      names = "--expires",
      paramLabel = "TIME",
      converter = Converter.class,
      description =
          "When the token expires: after 12h or 90d, or at 2027-01-31T00:00:00Z. Default: never.")
  private Optional<Instant> instant = Optional.empty();

  /// The time; null for never.
  public @Nullable Instant instant() {
    return instant.isPresent() ? instant.get() : null;
  }

  static final class Converter implements ITypeConverter<Instant> {

    @Override
    public Instant convert(String value) {
      Matcher span = SPAN.matcher(value);
      try {
        if (span.matches()) {
          long count = Long.parseLong(span.group(1));
          return Instant.now()
              .plus(span.group(2).equals("h") ? Duration.ofHours(count) : Duration.ofDays(count));
        }
        return Instant.parse(value);
      } catch (DateTimeException _) {
        throw new TypeConversionException(
            "'%s' is no time such as 12h, 90d or 2027-01-31T00:00:00Z".formatted(value));
      }
    }
  }
}
