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

/// `pawl token`: who may connect to a server.
@Command(
    name = "token",
    description = {
      "Make, list and revoke tokens of a server, in its store, while it runs or not.",
      "A token is shown once, when it is made; what is kept of it is a hash."
    })
public final class TokenCommand implements Runnable {

  @Spec private @Nullable CommandSpec spec;

  /// Without saying what: what can be done.
  @Override
  public void run() {
    CommandLine line = Objects.requireNonNull(spec, "picocli sets it").commandLine();
    line.usage(line.getOut());
  }

  /// Which agent a token is for.
  static final class TokenOwner {

    @Parameters(paramLabel = "NAME", description = "What people call it.")
    private String name = "";

    @Option(
        names = "--labels",
        split = ",",
        paramLabel = "LABEL",
        description = "What it may call itself; anything by default.")
    private List<String> labels = List.of();
  }

  /// A token whose labels are forgotten, as by an empty variable, would be one for any.
  private List<String> labels(TokenOwner whom) {
    if (whom.labels.stream().anyMatch(String::isBlank)) {
      throw misuse("--labels takes labels, and one of them is empty");
    }
    return whom.labels;
  }

  private String named(String name) {
    if (name.isBlank()) {
      throw misuse("a token is somebody's: NAME is empty");
    }
    return name;
  }

  private ParameterException misuse(String what) {
    return new ParameterException(
        Objects.requireNonNull(spec, "picocli sets it").commandLine(), what);
  }

  @Command(name = "agent", description = "A token for one agent: pawl agent --token …")
  int agent(@Mixin ServerDataOption data, @Mixin TokenOwner whom) {
    List<String> labels = labels(whom);
    String name = named(whom.name);
    return with(data, tokens -> shown(tokens.issue(name, labels, me())));
  }

  @Command(
      name = "enrol",
      description =
          "A token that an agent exchanges for its own, once, within an hour: pawl agent --enrol …")
  int enrol(@Mixin ServerDataOption data, @Mixin TokenOwner whom) {
    List<String> labels = labels(whom);
    String name = named(whom.name);
    return with(data, tokens -> shown(tokens.enrolment(name, labels, me())));
  }

  @Command(name = "admin", description = "A token for somebody who may do everything.")
  int admin(
      @Mixin ServerDataOption data,
      @Parameters(paramLabel = "NAME", description = "Who it is for.") String name) {
    String whose = named(name);
    return with(data, tokens -> shown(tokens.admin(whose, me())));
  }

  @Command(name = "list", description = "Those that there are.")
  int list(
      @Mixin ServerDataOption data,
      @Option(names = "--json", description = "As JSON.") boolean json) {
    return with(
        data,
        tokens -> {
          List<TokenTable> all = tokens.all().stream().map(TokenTable::of).toList();
          if (json) {
            System.out.println(JsonOutput.text(all));
          } else if (all.isEmpty()) {
            System.out.println("there is no token yet; `pawl token agent NAME` makes one");
          } else {
            TokenTable.table(all).forEach(System.out::println);
          }
          return ExitCode.SUCCESS;
        });
  }

  @Command(
      name = "revoke",
      description =
          "End one: an agent that is connected by it is disconnected, and its jobs are lost.")
  int revoke(
      @Mixin ServerDataOption data,
      @Parameters(paramLabel = "ID", description = "As `pawl token list` shows it.") String id) {
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
                          ? "it was revoked before"
                          : "there is no token " + PrintableText.line(id)));
          return isKnown ? ExitCode.SUCCESS : ExitCode.INVALID;
        });
  }

  private static int with(ServerDataOption data, ToIntFunction<TokenRegistry> act) {
    try (SqlStore store = data.data().existing().prepared().open()) {
      return act.applyAsInt(new TokenRegistry(store.tokens(), store::now));
    }
  }

  private static String me() {
    return CurrentUser.actor().name();
  }

  private static int shown(BearerToken token) {
    System.out.println(token.text());
    return ExitCode.SUCCESS;
  }
}
