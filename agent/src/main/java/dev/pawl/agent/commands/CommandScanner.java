package dev.pawl.agent.commands;

import dev.pawl.agent.limits.JobMemoryLimits;
import dev.pawl.agent.logs.ByteSink;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Finds the commands in a stream of output that arrives in pieces.
///
/// Only a line that begins like a command is held back until its end; all other bytes pass at once.
/// Owned by one thread.
public final class CommandScanner implements ByteSink {

  /// Handles the commands, and returns the text that is printed in place of each.
  public interface Listener {

    /// Handles a command.
    ///
    /// @param line the line as it was printed, without its end
    String onCommand(WorkflowCommand command, CommandName verb, String line);

    /// Handles an invalid command, which has no effect.
    String onInvalid(String why);

    /// Handles a forbidden command, for which the step fails.
    String onForbidden(String why);
  }

  private enum LineKind {
    /// May still become a command.
    OPEN,
    COMMAND,
    /// A command that is too long. It is not printed, because it may contain a secret.
    TOO_LONG,
    OUTPUT
  }

  private final Listener listener;
  private final ByteSink sink;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private final JobMemoryLimits limits;
  private final CommandSyntax words;
  private LineKind line = LineKind.OPEN;

  public CommandScanner(Listener listener, ByteSink sink, JobMemoryLimits limits) {
    this.listener = listener;
    this.sink = sink;
    this.limits = limits;
    this.words = new CommandSyntax(limits.tokenLength());
  }

  @Override
  public void take(byte[] bytes, int length) throws InterruptedException {
    int from = 0;
    for (int at = 0; at < length; at++) {
      if (line == LineKind.OPEN && held.size() == 0 && !mayBegin(bytes, at, length)) {
        line = LineKind.OUTPUT; // the usual case, which must be fast
      }
      if (line == LineKind.OUTPUT) {
        at = endOfLine(bytes, at, length);
        line = at < length ? LineKind.OPEN : LineKind.OUTPUT;
      } else {
        pass(bytes, from, at);
        hold(bytes[at]);
        from = at + 1;
      }
    }
    pass(bytes, from, length);
  }

  private static int endOfLine(byte[] bytes, int from, int length) {
    int at = from;
    while (at < length && bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  /// Whether a line may begin like a command, as far as these bytes tell.
  private static boolean mayBegin(byte[] bytes, int from, int length) {
    int at = from;
    int most = Math.min(length, from + CommandSyntax.MAX_INDENT);
    while (at < most && (bytes[at] == ' ' || bytes[at] == '\t')) {
      at++;
    }
    if (at == most) {
      return true; // unknown
    }
    boolean isColon = bytes[at] == ':' && (at + 1 == length || bytes[at + 1] == ':');
    boolean isOtherBlank = at > from && bytes[at] != '\n' && Character.isWhitespace(bytes[at]);
    return isColon || isOtherBlank;
  }

  private void pass(byte[] bytes, int from, int to) throws InterruptedException {
    if (from < to) {
      sink.take(from == 0 ? bytes : Arrays.copyOfRange(bytes, from, to), to - from);
    }
  }

  private void hold(byte value) throws InterruptedException {
    if (line != LineKind.TOO_LONG) {
      held.write(value);
    }
    if (value == '\n') {
      endLine();
    } else if (line == LineKind.OPEN) {
      decide();
    } else if (held.size() > limits.commandBytes()) {
      line = LineKind.TOO_LONG;
      rejectMask();
      held.reset();
    }
  }

  /// A value that is too long to be held cannot be masked either: it is handed over as far as it
  /// was read, which is too long for a mask.
  private void rejectMask() throws InterruptedException {
    String text = held.toString(StandardCharsets.UTF_8);
    var command = WorkflowCommand.parse(text);
    if (command.isPresent()
        && !words.areStopped()
        && command.get().verb().filter(CommandName.ADD_MASK::equals).isPresent()) {
      print(listener.onCommand(command.get(), CommandName.ADD_MASK, text));
    }
  }

  private void decide() throws InterruptedException {
    String beginning = held.toString(StandardCharsets.ISO_8859_1);
    if (words.isCommand(beginning)) {
      line = LineKind.COMMAND;
    } else if (!words.mayBecomeCommand(beginning)) {
      line = LineKind.OUTPUT;
      release();
    }
  }

  private void release() throws InterruptedException {
    byte[] bytes = held.toByteArray();
    held.reset();
    pass(bytes, 0, bytes.length);
  }

  private void endLine() throws InterruptedException {
    LineKind kind = line;
    line = LineKind.OPEN;
    switch (kind) {
      case OPEN, OUTPUT -> release();
      case TOO_LONG ->
          print(
              listener.onForbidden(
                  "command rejected: its line has more than %s. Write the value to an environment file, or to a file of your own"
                      .formatted(JobMemoryLimits.size(limits.commandBytes()))));
      case COMMAND -> {
        String text = withoutEnd(held.toString(StandardCharsets.UTF_8));
        byte[] raw = held.toByteArray();
        held.reset();
        handle(text, raw);
      }
    }
  }

  private static String withoutEnd(String text) {
    String line = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  private void handle(String text, byte[] raw) throws InterruptedException {
    var command = WorkflowCommand.parse(text);
    if (command.isEmpty() || !words.has(command.get().word())) {
      pass(raw, 0, raw.length);
    } else if (words.areStopped()) {
      words.resume();
      pass(raw, 0, raw.length);
    } else {
      CommandName verb = command.get().verb().orElseThrow();
      print(
          verb == CommandName.STOP_COMMANDS
              ? stopped(command.get().data().strip(), text)
              : listener.onCommand(command.get(), verb, text));
    }
  }

  private String stopped(String word, String text) {
    return words.stopUntil(word)
        ? text + "\n"
        : listener.onForbidden(
            "stop-commands needs a token of at most %d characters that is not a command: ::stop-commands::TOKEN. ::TOKEN:: then resumes commands"
                .formatted(limits.tokenLength()));
  }

  private void print(String text) throws InterruptedException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    pass(bytes, 0, bytes.length);
  }

  /// Whether bytes are held back that may turn out not to be a command.
  public boolean isUndecided() {
    return line == LineKind.OPEN && held.size() > 0;
  }

  /// Releases leading blanks after a pause of the output. A colon stays held back: it may begin a
  /// command that masks what follows.
  public void pause() throws InterruptedException {
    if (isUndecided() && held.toString(StandardCharsets.ISO_8859_1).isBlank()) {
      release();
    }
  }

  /// Ends the stream, and its last line.
  public void end() throws InterruptedException {
    if (held.size() > 0 || line == LineKind.TOO_LONG) {
      endLine();
    }
  }
}
