package dev.pawl.cli.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.cli.Main;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// Runs a command in this JVM and captures its output. Several may run at the same time: the
/// standard streams are replaced once, and pass on what a thread prints to its own command.
public final class InProcessCommand {

  /// The output of one command.
  private record Captured(ByteArrayOutputStream out, ByteArrayOutputStream err) {}

  /// Inherited by the threads that a command starts.
  private static final InheritableThreadLocal<@Nullable Captured> CURRENT =
      new InheritableThreadLocal<>();

  static {
    System.setOut(capturing(System.out, Captured::out));
    System.setErr(capturing(System.err, Captured::err));
  }

  public static CommandResult pawl(String... arguments) {
    return captured(() -> Main.execute(arguments));
  }

  /// Runs a command in this process.
  ///
  /// @param input the content of standard input
  public static synchronized CommandResult pawlWith(String input, String... arguments) {
    InputStream in = System.in;
    try {
      System.setIn(new ByteArrayInputStream(input.getBytes(UTF_8)));
      return pawl(arguments);
    } finally {
      System.setIn(in);
    }
  }

  /// Captures the output of any code, and its exit code.
  public static CommandResult captured(IntSupplier act) {
    var captured = new Captured(new ByteArrayOutputStream(), new ByteArrayOutputStream());
    CURRENT.set(captured);
    try {
      int code = act.getAsInt();
      return new CommandResult(
          code, captured.out().toString(UTF_8), captured.err().toString(UTF_8));
    } finally {
      CURRENT.remove();
    }
  }

  private static PrintStream capturing(
      PrintStream original, Function<Captured, OutputStream> stream) {
    return new PrintStream(
        new OutputStream() {
          private OutputStream target() {
            Captured captured = CURRENT.get();
            return captured == null ? original : stream.apply(captured);
          }

          @Override
          public void write(int octet) throws IOException {
            target().write(octet);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            target().write(bytes, offset, length);
          }

          @Override
          public void flush() throws IOException {
            target().flush();
          }
        },
        true,
        UTF_8);
  }

  private InProcessCommand() {}
}
