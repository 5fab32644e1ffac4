package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

/// A pawl that has ended: its exit code and what it printed.
public record Ended(int code, String out, String err) {

  private static final String STACK_TRACE = "(?m)^\\s+at [\\w.$/]+\\(";

  /// It ended with `code`, and without a stack trace.
  public Ended exits(int code) {
    assertThat(this.code).as(toString()).isEqualTo(code);
    assertThat(out + err).doesNotContainPattern(STACK_TRACE).doesNotContain("internal error");
    return this;
  }

  public Ended says(String text) {
    assertThat(out).contains(text);
    return this;
  }

  public Ended complains(String text) {
    assertThat(err).contains(text);
    return this;
  }

  /// Complains in words of that pattern.
  public Ended complainsOf(String pattern) {
    assertThat(err).containsPattern(pattern);
    return this;
  }

  @Override
  public String toString() {
    return "exit code %d\n--- out\n%s\n--- err\n%s".formatted(code, out, err);
  }
}
