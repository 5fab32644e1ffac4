package dev.pawl.cli.configuration;

import java.nio.file.Path;

/// The value of a setting and where it is from.
public record SettingValue(String text, Source source) {

  /// Where a value is from, the strongest first.
  public sealed interface Source {}

  record Flag(String name) implements Source {
    @Override
    public String toString() {
      return "flag " + name;
    }
  }

  record Variable(String name) implements Source {
    @Override
    public String toString() {
      return "environment " + name;
    }
  }

  record FileLine(Path file, int line) implements Source {
    @Override
    public String toString() {
      return "file %s line %d".formatted(file, line);
    }
  }

  record Default() implements Source {
    @Override
    public String toString() {
      return "default";
    }
  }

  /// The name of the setting in messages: as where its value is from.
  String name(Setting setting) {
    return switch (source) {
      case Flag(var name) -> name;
      case Variable(var name) -> name;
      case FileLine line -> "%s: '%s'".formatted(line, setting.key());
      case Default _ -> setting.flag();
    };
  }
}
