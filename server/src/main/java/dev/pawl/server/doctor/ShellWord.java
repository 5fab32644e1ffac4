package dev.pawl.server.doctor;

/// A word of a command that a person may copy into a shell: cells of a matrix have spaces and
/// brackets in their names.
public final class ShellWord {

  private static final String HARMLESS = "[\\w@%+=:,./-]+";

  public static String of(String text) {
    return text.matches(HARMLESS) ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  private ShellWord() {}
}
