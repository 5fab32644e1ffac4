package dev.pawl.cli.command.remote;

import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.option.ServerOption;
import dev.pawl.cli.report.AlignedTable;
import dev.pawl.server.api.document.Operations.BreakerDocument;
import dev.pawl.server.api.document.Operations.ToolDocument;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `pawl tools`: lists and changes the profiles of the tools of a server.
@Command(
    name = "tools",
    description = {
      "List the tools that steps of a server have used, with their profiles: how many failures open the"
          + " breaker, for how long, and what counts as a failure.",
      "Local runs read the profiles from .pawl/tools.yml."
    })
public final class ToolsCommand implements Callable<Integer> {

  private static final int MOST = 1_000;
  private static final String TOOL = "The tool.";

  @Spec private @Nullable CommandSpec spec;
  @Mixin private ServerOption server = new ServerOption();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() {
    try (ServerClient client = server.client()) {
      List<BreakerDocument> tools =
          client.list(client.inOrg("/breakers"), BreakerDocument.class, MOST);
      if (json) {
        Map<String, ToolDocument> profiles = new LinkedHashMap<>();
        tools.forEach(tool -> profiles.put(tool.tool(), tool.profile()));
        System.out.println(JsonOutput.text(profiles));
      } else if (tools.isEmpty()) {
        System.out.println("No step has used a tool yet.");
      } else {
        var table = new AlignedTable("TOOL", "OPENS AFTER", "FOR", "CLOSES AFTER", "HEALTH CHECK");
        for (BreakerDocument tool : tools) {
          ToolDocument profile = tool.profile();
          table.add(
              tool.tool(),
              profile.failureThreshold() + " failures",
              profile.cooldownSeconds() + " s",
              profile.successThreshold() + " successes",
              profile.healthCheck() == null ? "none" : profile.healthCheck());
        }
        table.print();
      }
    }
    return ExitCode.SUCCESS;
  }

  @Command(name = "get", description = "Show the profile of a tool that is in effect.")
  int get(
      @Mixin ServerOption at,
      @Parameters(paramLabel = "TOOL", description = TOOL) String tool,
      @Option(names = "--json", description = "Print JSON.") boolean asJson) {
    try (ServerClient client = at.client()) {
      print(client.get(path(client, tool), ToolDocument.class), asJson);
      return ExitCode.SUCCESS;
    }
  }

  /// The options of a profile. What is not given stays as it is.
  static final class ProfileOptions {

    @Option(
        names = "--failure-threshold",
        paramLabel = "N",
        description = "How many failures in a row open the breaker.")
    private Optional<Integer> failureThreshold = Optional.empty();

    @Option(
        names = "--cooldown",
        paramLabel = "SECONDS",
        description = "How long an open breaker rejects, in seconds.")
    private Optional<Long> cooldown = Optional.empty();

    @Option(
        names = "--success-threshold",
        paramLabel = "N",
        description = "How many successes in a row close the breaker again.")
    private Optional<Integer> successThreshold = Optional.empty();

    @Option(
        names = "--expected-exit-codes",
        split = ",",
        paramLabel = "CODE",
        description = "Exit codes of success, for steps that set none.")
    private @Nullable List<Integer> expected;

    @Option(
        names = "--failure-exit-codes",
        split = ",",
        paramLabel = "CODE",
        description = "Exit codes that mean that the tool failed, and not what it was used for.")
    private @Nullable List<Integer> failures;

    @Option(
        names = "--retry-on-failure",
        negatable = true,
        description = "Whether a step that has no `retry` of its own is retried in place.")
    private @Nullable Boolean retryOnFailure;

    @Option(names = "--max-retries", paramLabel = "N", description = "The most retries in place.")
    private Optional<Integer> maxRetries = Optional.empty();

    @Option(
        names = "--health-check",
        paramLabel = "COMMAND",
        description = "The command that says whether the tool works. An empty one removes it.")
    private Optional<String> healthCheck = Optional.empty();

    /// The profile with these options.
    private ToolDocument after(ToolDocument now) {
      return new ToolDocument(
          failureThreshold.isPresent() ? failureThreshold.get() : now.failureThreshold(),
          cooldown.isPresent() ? cooldown.get() : now.cooldownSeconds(),
          successThreshold.isPresent() ? successThreshold.get() : now.successThreshold(),
          expected == null ? now.expectedExitCodes() : expected,
          failures == null ? now.failureExitCodes() : failures,
          retryOnFailure == null ? now.retryOnFailure() : retryOnFailure,
          maxRetries.isPresent() ? maxRetries.get() : now.maxRetries(),
          healthCheck.isEmpty()
              ? now.healthCheck()
              : healthCheck.get().isBlank() ? null : healthCheck.get());
    }
  }

  @Command(
      name = "set",
      description = "Give a tool a profile of its own. What is not given stays as it is.")
  int set(
      @Mixin ServerOption at,
      @Parameters(paramLabel = "TOOL", description = TOOL) String tool,
      @Mixin ProfileOptions options) {
    try (ServerClient client = at.client()) {
      ToolDocument now = client.get(path(client, tool), ToolDocument.class);
      ToolDocument wanted = options.after(now);
      if (wanted.equals(now)) {
        throw new ParameterException(
            Objects.requireNonNull(spec, "picocli sets it").commandLine(),
            "nothing to set: give an option, such as --failure-threshold 3");
      }
      print(client.put(path(client, tool), wanted, ToolDocument.class), false);
      return ExitCode.SUCCESS;
    }
  }

  @Command(
      name = "delete",
      description = "Take a tool's own profile away: the configured one is in effect again.")
  int delete(
      @Mixin ServerOption at, @Parameters(paramLabel = "TOOL", description = TOOL) String tool) {
    try (ServerClient client = at.client()) {
      client.delete(path(client, tool));
      print(client.get(path(client, tool), ToolDocument.class), false);
      return ExitCode.SUCCESS;
    }
  }

  private static String path(ServerClient client, String tool) {
    return client.inOrg("/tools/" + ServerClient.encoded(tool));
  }

  private static void print(ToolDocument profile, boolean asJson) {
    if (asJson) {
      System.out.println(JsonOutput.text(profile));
      return;
    }
    line("failure-threshold", profile.failureThreshold());
    line("cooldown", profile.cooldownSeconds() + " s");
    line("success-threshold", profile.successThreshold());
    line("expected-exit-codes", codes(profile.expectedExitCodes(), "0"));
    line("failure-exit-codes", codes(profile.failureExitCodes(), "all others"));
    line("retry-on-failure", profile.retryOnFailure());
    line("max-retries", profile.maxRetries());
    line("health-check", profile.healthCheck() == null ? "none" : profile.healthCheck());
  }

  private static void line(String key, @Nullable Object value) {
    System.out.println(PrintableText.line("%-20s %s".formatted(key, value)));
  }

  private static String codes(@Nullable List<Integer> codes, String none) {
    return codes == null || codes.isEmpty()
        ? none
        : codes.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}
