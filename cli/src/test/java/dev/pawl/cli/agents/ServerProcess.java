package dev.pawl.cli.agents;

import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.InProcessCommand;
import dev.pawl.cli.process.PawlProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A `pawl server` process that can be killed and restarted, on another port.
public final class ServerProcess implements AutoCloseable {

  private static final Pattern PORT =
      Pattern.compile("listening on https?://127\\.0\\.0\\.1:(\\d+)");
  private static final String TOKEN_FILE = "admin-token";

  private final Path directory;
  private final Map<String, String> environment;
  private final List<String> options;
  private final String token;
  private PawlProcess process;

  /// Starts it and reads its admin token.
  public ServerProcess(Path directory, String... options) {
    this(directory, Map.of(), options);
  }

  /// Starts one with JVM options.
  public static ServerProcess with(Path directory, String jvm, String... options) {
    return new ServerProcess(directory, Map.of("JAVA_TOOL_OPTIONS", jvm), options);
  }

  private ServerProcess(Path directory, Map<String, String> environment, String... options) {
    this.directory = directory;
    this.environment = environment;
    this.options = List.of(options);
    this.process = launched();
    this.token = readToken();
  }

  /// Starts another one on the same store.
  private ServerProcess(ServerProcess first, List<String> options) {
    this.directory = first.directory;
    this.environment = first.environment;
    this.options = options;
    this.process = launched();
    this.token = first.token;
  }

  /// Starts another one on the same data.
  ServerProcess beside() {
    return new ServerProcess(this, options);
  }

  /// Starts another one on the same store, with another data directory.
  ServerProcess beside(String data) {
    List<String> others = new ArrayList<>(options);
    others.set(others.indexOf("--data") + 1, data);
    return new ServerProcess(this, others);
  }

  private PawlProcess launched() {
    List<String> arguments =
        new ArrayList<>(
            List.of("server", "--listen", "127.0.0.1:0", "--admin-token-file", TOKEN_FILE));
    arguments.addAll(options);
    return PawlProcess.start(
            directory, environment, PawlProcess.command(arguments.toArray(String[]::new)))
        .awaitOutput("listening on");
  }

  private String readToken() {
    said(Pattern.compile("admin token written to"));
    try {
      return Files.readString(directory.resolve(TOKEN_FILE)).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Matcher said(Pattern pattern) {
    Matcher matcher = pattern.matcher(process.output());
    Await.until("it says " + pattern, () -> matcher.reset(process.output()).find());
    return matcher;
  }

  public int port() {
    return Integer.parseInt(said(PORT).group(1));
  }

  /// The admin token.
  public String token() {
    return token;
  }

  /// The store's file.
  public Path database() {
    return directory.resolve("pawl-data").resolve("pawl.db");
  }

  public Path logs() {
    return directory.resolve("pawl-data").resolve("logs");
  }

  /// Makes a token for an agent.
  public String agentToken(String name) {
    return pawl("token", "agent", name, "--labels", "linux").out().strip();
  }

  /// Runs a command on its data.
  public CommandResult pawl(String... arguments) {
    List<String> line = new ArrayList<>(List.of(arguments));
    int data = options.indexOf("--data");
    String place = data < 0 ? "pawl-data" : options.get(data + 1);
    line.addAll(List.of("--data", directory.resolve(place).toString()));
    int store = options.indexOf("--store");
    if (store >= 0) {
      line.addAll(options.subList(store, store + 2));
    }
    return InProcessCommand.pawl(line.toArray(String[]::new)).exits(0);
  }

  public void kill() {
    process.kill();
  }

  public void start() {
    process = launched();
  }

  public CommandResult terminate() {
    return process.signal("TERM").end();
  }

  /// Waits for its end.
  public CommandResult end() {
    return process.end();
  }

  public String console() {
    return process.output();
  }

  @Override
  public void close() {
    process.kill();
  }
}
