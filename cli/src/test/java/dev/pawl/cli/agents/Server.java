package dev.pawl.cli.agents;

import dev.pawl.cli.Ended;
import dev.pawl.cli.Pawl;
import dev.pawl.cli.Wait;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A `pawl server` on a directory, which may die and come again, at another port.
final class Server implements AutoCloseable {

  private static final Pattern PORT = Pattern.compile("listening on http://127\\.0\\.0\\.1:(\\d+)");
  private static final Pattern TOKEN = Pattern.compile("pawl_admin_\\w+");

  private final Path directory;
  private final Map<String, String> environment;
  private final List<String> options;
  private final String token;
  private Pawl process;

  /// Started, and asked for its token.
  Server(Path directory, String... options) {
    this(directory, Map.of(), options);
  }

  /// One whose JVM is told something.
  static Server with(Path directory, String jvm, String... options) {
    return new Server(directory, Map.of("JAVA_TOOL_OPTIONS", jvm), options);
  }

  private Server(Path directory, Map<String, String> environment, String... options) {
    this.directory = directory;
    this.environment = environment;
    this.options = List.of(options);
    this.process = launched();
    this.token = said(TOKEN).group();
  }

  private Pawl launched() {
    List<String> arguments = new ArrayList<>(List.of("server", "--listen", "127.0.0.1:0"));
    arguments.addAll(options);
    return Pawl.start(directory, environment, Pawl.command(arguments.toArray(String[]::new)))
        .untilItPrints("listening on");
  }

  private Matcher said(Pattern pattern) {
    Matcher matcher = pattern.matcher(process.soFar());
    Wait.until("it says " + pattern, () -> matcher.reset(process.soFar()).find());
    return matcher;
  }

  int port() {
    return Integer.parseInt(said(PORT).group(1));
  }

  /// Who may do everything.
  String token() {
    return token;
  }

  /// Where its store is.
  Path database() {
    return directory.resolve("pawl-data").resolve("pawl.db");
  }

  Path logs() {
    return directory.resolve("pawl-data").resolve("logs");
  }

  /// Makes a token for an agent.
  String agentToken(String name) {
    return pawl("token", "agent", name, "--labels", "linux").out().strip();
  }

  /// Runs a command on its data.
  Ended pawl(String... arguments) {
    return Pawl.start(directory, Map.of(), Pawl.command(arguments)).end().exits(0);
  }

  void kill() {
    process.kill();
  }

  void start() {
    process = launched();
  }

  Ended terminate() {
    return process.signal("TERM").end();
  }

  String console() {
    return process.soFar();
  }

  @Override
  public void close() {
    process.kill();
  }
}
