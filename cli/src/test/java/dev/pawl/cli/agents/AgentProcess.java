package dev.pawl.cli.agents;

import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.PawlProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A `pawl agent` process that can be killed and restarted on the same directory.
public final class AgentProcess implements AutoCloseable {

  private static final boolean IS_ROOT = "root".equals(System.getProperty("user.name"));

  private final String jvm;
  private final String name;
  private final String token;
  private final Path workdir;
  private final List<String> options;
  private final FaultProxy proxy = new FaultProxy();
  private final StringBuilder before = new StringBuilder();
  private PawlProcess process;

  /// Starts it.
  ///
  /// @param server the server's port
  public AgentProcess(String name, String token, Path workdir, int server, String... options) {
    this("", name, token, workdir, server, options);
  }

  /// Starts one with JVM options.
  public static AgentProcess with(String jvm, String name, String token, Path workdir, int server) {
    return new AgentProcess(jvm, name, token, workdir, server);
  }

  private AgentProcess(
      String jvm, String name, String token, Path workdir, int server, String... options) {
    this.jvm = jvm;
    this.name = name;
    this.token = token;
    this.workdir = workdir;
    this.options = List.of(options);
    proxy.leadTo(server);
    this.process = launched();
  }

  private PawlProcess launched() {
    List<String> arguments =
        new ArrayList<>(List.of("agent", "--server", "http://127.0.0.1:" + proxy.port()));
    arguments.addAll(List.of("--name", name, "--workdir", workdir.toString(), "--env", "WHO"));
    if (IS_ROOT && options.stream().noneMatch(AgentProcess::choosesUsers)) {
      arguments.addAll(List.of("--run-as", "root"));
    }
    arguments.addAll(options);
    return PawlProcess.start(
        workdir.resolveSibling(""),
        Map.of("PAWL_AGENT_TOKEN", token, "WHO", name, "JAVA_TOOL_OPTIONS", jvm),
        line(PawlProcess.command(arguments.toArray(String[]::new))));
  }

  /// A directory of another owner is that owner's agent's.
  private List<String> line(List<String> command) {
    try {
      String owner = Files.getAttribute(workdir, "unix:uid").toString();
      String user = Files.getAttribute(Path.of("/proc/self"), "unix:uid").toString();
      if (owner.equals(user)) {
        return command;
      }
      List<String> line = new ArrayList<>(List.of("setpriv", "--reuid=" + owner));
      line.addAll(List.of("--regid=" + owner, "--clear-groups", "--"));
      line.addAll(command);
      return line;
    } catch (IOException _) {
      return command; // it does not exist yet
    }
  }

  private static boolean choosesUsers(String option) {
    return option.startsWith("--run-as") || option.equals("--isolation");
  }

  public String name() {
    return name;
  }

  /// The agent's id on the server.
  public String id() {
    return token.split("_", -1)[2];
  }

  public String token() {
    return token;
  }

  public FaultProxy proxy() {
    return proxy;
  }

  public Path workdir() {
    return workdir;
  }

  public AgentProcess awaitOutput(String text) {
    process.awaitOutput(text);
    return this;
  }

  /// Its output since its last start.
  public String console() {
    return process.output();
  }

  /// Its output since its first start.
  public String said() {
    return before + console();
  }

  public AgentProcess signal(String name) {
    process.signal(name);
    return this;
  }

  public void kill() {
    process.kill();
    before.append(process.output()).append("--- killed\n");
  }

  public void start() {
    process = launched();
  }

  public boolean isOver() {
    return process.isOver();
  }

  public CommandResult end() {
    return process.end();
  }

  @Override
  public void close() {
    process.signal("CONT");
    process.kill();
    proxy.close();
  }
}
