package dev.pawl.cli.command;

import dev.pawl.cli.console.CurrentUser;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.option.ServerDataOption;
import dev.pawl.cli.report.TokenTable;
import dev.pawl.server.auth.BearerToken;
import dev.pawl.server.auth.TokenRegistry;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.List;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `pawl token`: makes, lists and revokes tokens.
@Command(
    name = "token",
    description = {
      "Make, list and revoke the tokens of a server. The server may be running.",
      "A token is printed once, when it is made; the store keeps only its hash."
    })
public final class TokenCommand implements Runnable {

  @Spec private @Nullable CommandSpec spec;

  /// Prints the usage when no subcommand is given.
  @Override
  public void run() {
    CommandLine line = Objects.requireNonNull(spec, "picocli sets it").commandLine();
    line.usage(line.getOut());
  }

  /// The name and the labels of the agent that a token is for.
  static final class TokenOwner {

    @Parameters(paramLabel = "NAME", description = "The agent's name.")
    private String name = "";

    @Option(
        names = "--labels",
        split = ",",
        paramLabel = "LABEL",
        description = "The labels that the agent may have. Default: any.")
    private @Nullable List<String> labels;
  }

  /// Rejects empty labels: a script with empty variables would otherwise make a token for any
  /// label.
  private List<String> labels(TokenOwner whom) {
    List<String> labels = whom.labels;
    if (labels == null) {
      return List.of();
    }
    if (labels.isEmpty() || labels.stream().anyMatch(String::isBlank)) {
      throw usageError("--labels contains an empty label");
    }
    return labels;
  }

  private String named(String name) {
    if (name.isBlank()) {
      throw usageError("NAME must not be empty");
    }
    return name;
  }

  private ParameterException usageError(String what) {
    return new ParameterException(
        Objects.requireNonNull(spec, "picocli sets it").commandLine(), what);
  }

  @Command(name = "agent", description = "Make a token for one agent (`pawl agent --token`).")
  int agent(@Mixin ServerDataOption data, @Mixin TokenOwner whom) {
    List<String> labels = labels(whom);
    String name = named(whom.name);
    return with(data, tokens -> print(tokens.issue(name, labels, me())));
  }

  @Command(
      name = "enrol",
      description =
          "Make an enrolment token: an agent exchanges it once, within an hour, for its own token (`pawl agent --enrol`).")
  int enrol(@Mixin ServerDataOption data, @Mixin TokenOwner whom) {
    List<String> labels = labels(whom);
    String name = named(whom.name);
    return with(data, tokens -> print(tokens.enrolment(name, labels, me())));
  }

  @Command(name = "admin", description = "Make an administrator's token, which allows everything.")
  int admin(
      @Mixin ServerDataOption data,
      @Parameters(paramLabel = "NAME", description = "The owner's name.") String name) {
    String owner = named(name);
    return with(data, tokens -> print(tokens.admin(owner, me())));
  }

  @Command(name = "list", description = "List all tokens.")
  int list(
      @Mixin ServerDataOption data,
      @Option(names = "--json", description = "Print JSON.") boolean json) {
    return with(
        data,
        tokens -> {
          List<TokenTable> all = tokens.all().stream().map(TokenTable::of).toList();
          if (json) {
            System.out.println(JsonOutput.text(all));
          } else if (all.isEmpty()) {
            System.out.println("No tokens yet. Run `pawl token agent NAME` to make one.");
          } else {
            TokenTable.table(all).forEach(System.out::println);
          }
          return ExitCode.SUCCESS;
        });
  }

  @Command(
      name = "revoke",
      description = "Revoke a token. A connected agent is disconnected and its jobs are lost.")
  int revoke(
      @Mixin ServerDataOption data,
      @Parameters(
              paramLabel = "ID",
              description = "The token's id, as printed by `pawl token list`.")
          String id) {
    return with(
        data,
        tokens -> {
          if (tokens.revoke(id)) {
            System.out.println("revoked " + PrintableText.line(id));
            return ExitCode.SUCCESS;
          }
          boolean isKnown = tokens.find(id).isPresent();
          System.err.println(
              "pawl: %s"
                  .formatted(
                      isKnown
                          ? "token '" + PrintableText.line(id) + "' is already revoked"
                          : "token '"
                              + PrintableText.line(id)
                              + "' not found. Run `pawl token list`."));
          return isKnown ? ExitCode.SUCCESS : ExitCode.INVALID;
        });
  }

  private static int with(ServerDataOption data, ToIntFunction<TokenRegistry> act) {
    try (SqlStore store = data.data().openExisting()) {
      return act.applyAsInt(new TokenRegistry(store.tokens(), store::now));
    }
  }

  private static String me() {
    return CurrentUser.actor().name();
  }

  private static int print(BearerToken token) {
    System.out.println(token.text());
    return ExitCode.SUCCESS;
  }
}
