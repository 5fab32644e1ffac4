package dev.pawl.agent.commands;

import dev.pawl.agent.logs.ByteSink;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/// Finds the commands in a stream that comes in pieces.
///
/// Only a line that begins like a command is held back until its end; everything else passes byte
/// by byte as it comes. Owned by one thread.
public final class CommandStream implements ByteSink {

  /// Takes the commands, and says what is printed in place of each line.
  public interface Listener {

    /// A command was printed.
    ///
    /// @param line as it was printed, without its end
    String heard(Command command, Verb verb, String line);

    /// A bad one, that nothing came of.
    String isBad(String why);
  }

  private static final int LONGEST_LINE = 512 * 1024;
  private static final int LONGEST_INDENT = 256;

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
  private Line line = Line.OPEN;

  /// The word that ends a time without commands; empty while there are commands.
  private String resume = "";

  public CommandStream(Listener listener, ByteSink sink) {
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
        if (bytes[at] == '\n') {
          pass(bytes, from, at + 1);
          from = at + 1;
          line = Line.OPEN;
        }
      } else {
        hold(bytes[at]);
        from = at + 1;
      }
    }
    pass(bytes, from, length);
  }

  private static boolean mayBegin(byte first) {
    return first == ':' || Character.isWhitespace(first);
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
      line = looksLike();
      if (line == Line.OUTPUT) {
        release();
      }
    } else if (held.size() > LONGEST_LINE) {
      line = Line.TOO_LONG;
      held.reset();
    }
  }

  private void release() throws InterruptedException {
    byte[] bytes = held.toByteArray();
    held.reset();
    pass(bytes, 0, bytes.length);
  }

  /// What the beginning of a line says of it.
  private Line looksLike() {
    String text = held.toString(StandardCharsets.ISO_8859_1).stripLeading();
    if (text.length() < Command.COLONS.length()) {
      boolean mayBe = Command.COLONS.startsWith(text) && held.size() < LONGEST_INDENT;
      return mayBe ? Line.OPEN : Line.OUTPUT;
    }
    if (!text.startsWith(Command.COLONS)) {
      return Line.OUTPUT;
    }
    String word = text.substring(Command.COLONS.length());
    int end = end(word);
    if (end < 0) {
      return mayBegin(word.endsWith(":") ? word.substring(0, word.length() - 1) : word)
          ? Line.OPEN
          : Line.OUTPUT;
    }
    return isWord(word.substring(0, end)) ? Line.COMMAND : Line.OUTPUT;
  }

  private static int end(String word) {
    int colons = word.indexOf(Command.COLONS);
    return colons >= 0 ? colons : word.indexOf(' ');
  }

  private boolean mayBegin(String beginning) {
    return resume.isEmpty()
        ? Verb.mayBegin(beginning)
        : resume.regionMatches(true, 0, beginning, 0, beginning.length());
  }

  private boolean isWord(String word) {
    return resume.isEmpty() ? Verb.of(word).isPresent() : resume.equalsIgnoreCase(word);
  }

  private void endLine() throws InterruptedException {
    Line kind = line;
    line = Line.OPEN;
    switch (kind) {
      case OPEN, OUTPUT -> release();
      case TOO_LONG -> print(listener.isBad("a command of more than 512 KiB is ignored"));
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
    var command = Command.parse(text);
    if (command.isEmpty() || !isWord(command.get().word())) {
      pass(raw, 0, raw.length);
    } else if (!resume.isEmpty()) {
      resume = "";
      pass(raw, 0, raw.length);
    } else {
      Verb verb = command.get().verb().orElseThrow();
      print(
          verb == Verb.STOP_COMMANDS
              ? stopped(command.get().data().strip(), text)
              : listener.heard(command.get(), verb, text));
    }
  }

  /// Until its own word nothing is a command.
  private String stopped(String word, String text) {
    boolean isUsable =
        !word.isEmpty()
            && Verb.of(word).isEmpty()
            && word.chars().noneMatch(c -> " :".indexOf(c) >= 0);
    if (!isUsable) {
      return listener.isBad("stop-commands needs a word of its own, by which commands begin again");
    }
    resume = word.toLowerCase(Locale.ROOT);
    return text + "\n";
  }

  private void print(String text) throws InterruptedException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    pass(bytes, 0, bytes.length);
  }

  /// Whether something is held back that may yet turn out to be no command.
  public boolean isUndecided() {
    return line == Line.OPEN && held.size() > 0;
  }

  /// Nothing has come for a while: what is undecided is output.
  public void pause() throws InterruptedException {
    if (isUndecided()) {
      line = Line.OUTPUT;
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
