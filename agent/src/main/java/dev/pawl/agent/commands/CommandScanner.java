package dev.pawl.agent.commands;

import dev.pawl.agent.logs.ByteSink;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Finds the commands in a stream that comes in pieces.
///
/// Only a line that begins like a command is held back until its end; everything else passes byte
/// by byte as it comes. Owned by one thread.
public final class CommandScanner implements ByteSink {

  /// Takes the commands, and says what is printed in place of each line.
  public interface Listener {

    /// A command was printed.
    ///
    /// @param line as it was printed, without its end
    String onCommand(WorkflowCommand command, CommandName verb, String line);

    /// A bad one, that nothing came of.
    String onInvalid(String why);

    /// One for which the step fails.
    String onForbidden(String why);
  }

  private static final int LONGEST_LINE = 512 * 1024;

  private enum Line {
    /// It may still become a command.
    OPEN,
    COMMAND,
    /// A command that is too long. It is not printed either: it may hold a secret.
    TOO_LONG,
    OUTPUT
  }

  private final Listener listener;
  private final ByteSink sink;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private final CommandSyntax words = new CommandSyntax();
  private Line line = Line.OPEN;

  public CommandScanner(Listener listener, ByteSink sink) {
    this.listener = listener;
    this.sink = sink;
  }

  @Override
  public void take(byte[] bytes, int length) throws InterruptedException {
    int from = 0;
    for (int at = 0; at < length; at++) {
      if (line == Line.OPEN && held.size() == 0 && !mayBegin(bytes[at])) {
        line = Line.OUTPUT; // nearly always: nothing is looked at any closer
      }
      if (line == Line.OUTPUT) {
        at = endOfLine(bytes, at, length);
        line = at < length ? Line.OPEN : Line.OUTPUT;
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

  private static boolean mayBegin(byte first) {
    return first == ':' || first == ' ' || first == '\t';
  }

  private void pass(byte[] bytes, int from, int to) throws InterruptedException {
    if (from < to) {
      sink.take(from == 0 ? bytes : Arrays.copyOfRange(bytes, from, to), to - from);
    }
  }

  private void hold(byte value) throws InterruptedException {
    if (line != Line.TOO_LONG) {
      held.write(value);
    }
    if (value == '\n') {
      endLine();
    } else if (line == Line.OPEN) {
      decide();
    } else if (held.size() > LONGEST_LINE) {
      line = Line.TOO_LONG;
      held.reset();
    }
  }

  private void decide() throws InterruptedException {
    String beginning = held.toString(StandardCharsets.ISO_8859_1);
    if (words.isCommand(beginning)) {
      line = Line.COMMAND;
    } else if (!words.mayBecomeCommand(beginning)) {
      line = Line.OUTPUT;
      release();
    }
  }

  private void release() throws InterruptedException {
    byte[] bytes = held.toByteArray();
    held.reset();
    pass(bytes, 0, bytes.length);
  }

  private void endLine() throws InterruptedException {
    Line kind = line;
    line = Line.OPEN;
    switch (kind) {
      case OPEN, OUTPUT -> release();
      case TOO_LONG -> print(listener.onInvalid("a command of more than 512 KiB is ignored"));
      case COMMAND -> {
        String text = withoutEnd(held.toString(StandardCharsets.UTF_8));
        byte[] raw = held.toByteArray();
        held.reset();
        heard(text, raw);
      }
    }
  }

  private static String withoutEnd(String text) {
    String line = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  private void heard(String text, byte[] raw) throws InterruptedException {
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
            "stop-commands needs a word of its own, by which commands begin again");
  }

  private void print(String text) throws InterruptedException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    pass(bytes, 0, bytes.length);
  }

  /// Whether something is held back that may yet turn out to be no command.
  public boolean isUndecided() {
    return line == Line.OPEN && held.size() > 0;
  }

  /// Nothing has come for a while: gives out the blanks that a line begins with. A colon may begin
  /// a command, however slowly it comes, and that one may be for hiding what follows.
  public void pause() throws InterruptedException {
    if (isUndecided() && held.toString(StandardCharsets.ISO_8859_1).isBlank()) {
      release();
    }
  }

  /// Nothing more comes: the last line ends here.
  public void end() throws InterruptedException {
    if (held.size() > 0 || line == Line.TOO_LONG) {
      endLine();
    }
  }
}
