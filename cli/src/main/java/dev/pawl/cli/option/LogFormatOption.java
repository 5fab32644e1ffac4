package dev.pawl.cli.option;

import dev.pawl.cli.logging.LogFormat;
import dev.pawl.cli.logging.LogOutput;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// The option `--log-format` of servers and agents.
public final class LogFormatOption {

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      converter = Converter.class,
      completionCandidates = FormatNames.class,
      description = "Format of log lines: text or json. Default: text.")
  private LogFormat format = LogFormat.TEXT;

  /// The names that a shell completes.
  static final class FormatNames implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return List.of("text", "json").iterator();
    }
  }

  static final class Converter implements ITypeConverter<LogFormat> {

    @Override
    public LogFormat convert(String value) {
      return switch (value) {
        case "text" -> LogFormat.TEXT;
        case "json" -> LogFormat.JSON;
        default -> throw new TypeConversionException("'%s' is not text or json".formatted(value));
      };
    }
  }

  /// Logs to the console from now on.
  public void apply() {
    LogOutput.toConsole(format);
  }
}
