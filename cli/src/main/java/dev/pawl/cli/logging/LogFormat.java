package dev.pawl.cli.logging;

import dev.pawl.workflow.diagnostics.PrintableText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.MessageFormatter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Form of the events that a process logs.
public enum LogFormat {

  /// One line an event, for people; a stack trace below it.
  TEXT {
    @Override
    String render(LoggingEvent event) {
      var line = new StringBuilder();
      line.append(TIME.format(time(event).atZone(ZoneId.systemDefault())));
      line.append(String.format(Locale.ROOT, " %-5s ", event.getLevel()));
      line.append(PrintableText.line(message(event)));
      for (KeyValuePair pair : pairs(event)) {
        line.append(' ').append(pair.key).append('=');
        line.append(PrintableText.line(String.valueOf(pair.value)));
      }
      stackTrace(event).ifPresent(trace -> line.append('\n').append(trace.stripTrailing()));
      return line.toString();
    }
  },

  /// One JSON object an event, in one line: `time`, `level`, `logger`, `message`, the event's own
  /// keys (`run`, `job`, `lease`, `agent`), and `stackTrace`.
  JSON {
    @Override
    String render(LoggingEvent event) {
      ObjectNode line =
          Mapper.JSON
              .createObjectNode()
              .put("time", time(event).toString())
              .put("level", event.getLevel().name().toLowerCase(Locale.ROOT))
              .put("logger", event.getLoggerName())
              .put("message", message(event));
      for (KeyValuePair pair : pairs(event)) {
        line.put(pair.key, String.valueOf(pair.value));
      }
      stackTrace(event).ifPresent(trace -> line.put("stackTrace", trace));
      return Mapper.JSON.writeValueAsString(line);
    }
  };

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  /// Loaded with the first JSON event only.
  private static final class Mapper {
    private static final JsonMapper JSON = new JsonMapper();
  }

  /// The event, without a line break at its end.
  abstract String render(LoggingEvent event);

  private static Instant time(LoggingEvent event) {
    return event.getTimeStamp() == 0 ? Instant.now() : Instant.ofEpochMilli(event.getTimeStamp());
  }

  private static String message(LoggingEvent event) {
    Object @Nullable [] arguments = event.getArgumentArray();
    String message = String.valueOf(event.getMessage());
    return arguments == null
        ? message
        : String.valueOf(MessageFormatter.basicArrayFormat(message, arguments));
  }

  private static List<KeyValuePair> pairs(LoggingEvent event) {
    @Nullable List<KeyValuePair> pairs = event.getKeyValuePairs();
    return pairs == null ? List.of() : pairs;
  }

  private static Optional<String> stackTrace(LoggingEvent event) {
    @Nullable Throwable problem = event.getThrowable();
    if (problem == null) {
      return Optional.empty();
    }
    var trace = new StringWriter();
    problem.printStackTrace(new PrintWriter(trace));
    return Optional.of(trace.toString());
  }
}
