package dev.pawl.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A shell that a test types commands into, as a person does in a terminal.
public final class ShellTerminal {

  private static final Pattern END = Pattern.compile("--- exit code (\\d+)\n");

  /// Prints the line that [#END] finds, and keeps the exit code for the next command.
  private static final String PRINT_END = "(code=$?; echo \"--- exit code $code\"; exit $code)\n";

  private final PawlProcess shell;
  private int read;
  private boolean isBusy;

  /// @param shell reads commands from standard input, and has one stream for output and errors
  public ShellTerminal(PawlProcess shell) {
    this.shell = shell;
  }

  /// Starts a command.
  public void type(String command) {
    assertThat(isBusy).as("an earlier command is running; cannot type: " + command).isFalse();
    shell.type(command + "\n" + PRINT_END);
    isBusy = true;
  }

  /// The next lines of the command that is running; all that are left if it ends before.
  public List<String> next(int count) {
    Await.until(
        () -> "waited in vain for %d lines; printed so far:\n%s".formatted(count, unread()),
        () -> hasEnded() || unread().chars().filter(c -> c == '\n').count() >= count);
    if (hasEnded()) {
      return rest();
    }
    List<String> lines = unread().lines().limit(count).toList();
    lines.forEach(line -> read += line.length() + 1);
    return lines;
  }

  /// The lines until the end of the command.
  public List<String> rest() {
    Await.until(() -> "waited in vain for the end; printed so far:\n" + unread(), this::hasEnded);
    String text = unread();
    Matcher end = END.matcher(text);
    assertThat(end.find()).isTrue();
    read += end.end();
    isBusy = false;
    return text.substring(0, end.start()).lines().toList();
  }

  public boolean isBusy() {
    return isBusy;
  }

  private boolean hasEnded() {
    return END.matcher(unread()).find();
  }

  private String unread() {
    return shell.output().substring(read);
  }
}
