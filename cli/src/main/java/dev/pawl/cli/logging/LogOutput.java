package dev.pawl.cli.logging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.slf4j.event.LoggingEvent;

/// Destination of everything that this process logs. Set once, by the command; discards events
/// until then. Thread-safe.
public final class LogOutput {

  private sealed interface Destination {}

  private record Nowhere() implements Destination {}

  private record Console(LogFormat format) implements Destination {}

  private record LogFile(Path path) implements Destination {}

  private static volatile Destination destination = new Nowhere();

  /// Sends every event to standard output, with those of libraries that log through the JDK.
  public static void toConsole(LogFormat format) {
    destination = new Console(format);
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
    Logger.getLogger("").setLevel(Level.WARNING);
  }

  /// Appends warnings and errors to a file, which is created with the first of them: a short
  /// command prints nothing but its own output.
  public static void toFile(Path file) {
    destination = new LogFile(file);
  }

  /// The file that has the stack trace of a bug which was logged; none if events do not go to a
  /// file, or it could not be written.
  public static Optional<Path> file() {
    return destination instanceof LogFile(var path) && Files.exists(path)
        ? Optional.of(path)
        : Optional.empty();
  }

  static void write(LoggingEvent event) {
    switch (destination) {
      case Nowhere _ -> {}
      case Console(var format) -> System.out.println(format.render(event));
      case LogFile(var path) -> {
        if (event.getLevel().toInt() >= org.slf4j.event.Level.WARN.toInt()) {
          append(path, LogFormat.TEXT.render(event) + "\n");
        }
      }
    }
  }

  private static synchronized void append(Path file, String text) {
    try {
      Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException _) {
      // There is no other place to report it: the user sees that the file does not exist.
    }
  }

  private LogOutput() {}
}
