package dev.pawl.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

/// The exit code and the output of a command.
public record CommandResult(int code, String out, String err) {

  private static final String STACK_TRACE = "(?m)^\\s+at [\\w.$/]+\\(";

  /// Asserts the exit code, and that no stack trace was printed.
  public CommandResult exits(int code) {
    assertThat(this.code).as(toString()).isEqualTo(code);
    assertThat(out + err).doesNotContainPattern(STACK_TRACE).doesNotContain("internal error");
    return this;
  }

  public CommandResult says(String text) {
    assertThat(out).contains(text);
    return this;
  }

  public CommandResult complains(String text) {
    assertThat(err).contains(text);
    return this;
  }

  /// Asserts that standard error matches the pattern.
  public CommandResult complainsOf(String pattern) {
    assertThat(err).containsPattern(pattern);
    return this;
  }

  @Override
  public String toString() {
    return "exit code %d\n--- out\n%s\n--- err\n%s".formatted(code, out, err);
  }
}
