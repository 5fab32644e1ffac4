package dev.pawl.cli;

/// Executes several command lines in one JVM, one after another, to record what they load and link
/// in the JDK's AOT cache; see `./pawl`. What they print and whether they fail is of no interest.
final class Training {

  /// Executes each argument as a command line, with blanks between its own arguments.
  public static void main(String[] lines) {
    Main.prepareProcess();
    for (String line : lines) {
      int _ = Main.execute(line.split(" ", -1));
    }
    System.exit(0);
  }

  private Training() {}
}
