package dev.pawl.workflow.keys;

/// What a single value has to be. Where its key allows expressions, one may stand instead.
public enum ScalarFormat {
  /// Any text; numbers, booleans and nothing are texts too.
  TEXT("a string"),
  /// A text with something in it.
  WORD("a string"),
  /// What a shell is to execute.
  SCRIPT("a script"),
  /// The same of a step, which may do nothing.
  STEP_SCRIPT("a script"),
  /// An expression, with or without its braces.
  CONDITION("a condition"),
  BOOLEAN("a boolean"),
  NUMBER("a number"),
  /// A positive number of minutes, whole or not.
  MINUTES("a number"),
  /// A whole number from 1 on.
  COUNT("a positive whole number"),
  /// A whole number.
  INTEGER("a whole number"),
  /// A number from 1 on.
  FACTOR("a number"),
  /// From 0 to 255.
  EXIT_CODE("an exit code"),
  /// A whole number and its unit.
  DURATION("a duration"),
  /// Five fields.
  CRON("a cron schedule"),
  /// A name of the IANA's.
  TIMEZONE("a time zone"),
  /// A pattern of branches, tags or paths.
  PATTERN("a pattern"),
  /// A regular expression.
  REGEX("a regular expression");

  private final String described;

  ScalarFormat(String described) {
    this.described = described;
  }

  /// As a message says it.
  public String described() {
    return described;
  }
}
