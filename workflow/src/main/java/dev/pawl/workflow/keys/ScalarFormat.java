package dev.pawl.workflow.keys;

/// The format of a single value. Where its key allows expressions, an expression may replace it.
public enum ScalarFormat {
  /// Any text; numbers, booleans and null are texts too.
  TEXT("a string"),
  /// A text that is not blank.
  WORD("a string"),
  /// A script for a shell.
  SCRIPT("a script"),
  /// The script of a step, which may be empty.
  STEP_SCRIPT("a script"),
  /// An expression, with or without its braces.
  CONDITION("a condition"),
  BOOLEAN("a boolean"),
  NUMBER("a number"),
  /// A positive number of minutes, possibly with a fraction.
  MINUTES("a number"),
  /// A whole number from 1.
  COUNT("a positive whole number"),
  /// A whole number from 0.
  COUNT_OR_ZERO("a whole number from 0"),
  /// A whole number.
  INTEGER("a whole number"),
  /// A number from 1.
  FACTOR("a number"),
  /// A whole number from 0 to 255.
  EXIT_CODE("an exit code"),
  /// A whole number and its unit.
  DURATION("a duration"),
  /// Five cron fields.
  CRON("a cron schedule"),
  /// A name of the IANA time zone database.
  TIMEZONE("a time zone"),
  /// A pattern of branches, tags or paths.
  PATTERN("a pattern"),
  /// A regular expression.
  REGEX("a regular expression");

  private final String described;

  ScalarFormat(String described) {
    this.described = described;
  }

  /// Its description in messages.
  public String described() {
    return described;
  }
}
