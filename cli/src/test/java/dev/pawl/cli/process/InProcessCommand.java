package dev.pawl.cli.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.cli.Main;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.function.IntSupplier;

/// Runs a command in this JVM and captures its output.
public final class InProcessCommand {

  public static CommandResult pawl(String... arguments) {
    return pawlWith("", arguments);
  }

  /// Runs a command in this process.
  ///
  /// @param input the content of standard input
  public static CommandResult pawlWith(String input, String... arguments) {
    return told(input, () -> Main.execute(arguments));
  }

  /// Captures the output of any code, and its exit code.
  public static CommandResult told(IntSupplier act) {
    return told("", act);
  }

  private static synchronized CommandResult told(String input, IntSupplier act) {
    InputStream in = System.in;
    PrintStream out = System.out;
    PrintStream err = System.err;
    var printed = new ByteArrayOutputStream();
    var complained = new ByteArrayOutputStream();
    try {
      System.setIn(new ByteArrayInputStream(input.getBytes(UTF_8)));
      System.setOut(new PrintStream(printed, true, UTF_8));
      System.setErr(new PrintStream(complained, true, UTF_8));
      int code = act.getAsInt();
      return new CommandResult(code, printed.toString(UTF_8), complained.toString(UTF_8));
    } finally {
      System.setIn(in);
      System.setOut(out);
      System.setErr(err);
    }
  }

  private InProcessCommand() {}
}
