package dev.pawl.server.doctor;

/// Quotes a word of a command that people may copy into a shell: names of matrix jobs have spaces
/// and brackets.
public final class ShellWord {

  private static final String HARMLESS = "[\\w@%+=:,./-]+";

  public static String of(String text) {
    return text.matches(HARMLESS) ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  private ShellWord() {}
}
