package dev.pawl.cli.command;

import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.command.TokenPlace.Revocation;
import dev.pawl.cli.console.CurrentUser;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.option.ExpiryOption;
import dev.pawl.cli.option.ServerDataOption;
import dev.pawl.cli.option.ServerOption;
import dev.pawl.cli.report.TokenTable;
import dev.pawl.core.run.Origin;
import dev.pawl.server.auth.Role;
import dev.pawl.server.auth.TokenRegistry;
import dev.pawl.server.auth.TokenRegistry.Grant;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// `pawl token`: makes, lists and revokes tokens.
@Command(
    name = "token",
    description = {
      "Make, list and revoke the tokens of a server: by its API with --server or PAWL_SERVER, else in"
          + " its store with --data or --store. The server may be running.",
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

  /// The options that say where tokens are.
  static final class PlaceOptions {
    @Mixin private ServerDataOption data = new ServerDataOption();
    @Mixin private ServerOption server = new ServerOption();

    private boolean isServer() {
      return server.isGiven() && !data.isGiven();
    }

    private String org() {
      return server.org().orElse(Origin.DEFAULT_ORG);
    }
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

  /// The names of the roles.
  static final class RoleNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Role.values()).map(Role::text).iterator();
    }
  }

  static final class RoleConverter implements ITypeConverter<Role> {
    @Override
    public Role convert(String value) {
      return Role.of(value)
          .orElseThrow(() -> new TypeConversionException("there is no '%s'".formatted(value)));
    }
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
  int agent(@Mixin PlaceOptions place, @Mixin TokenOwner whom, @Mixin ExpiryOption expiry) {
    Grant grant = Grant.agent(place.org(), named(whom.name), labels(whom));
    return issue(place, grant.expiring(expiry.instant()));
  }

  @Command(
      name = "enrol",
      description =
          "Make an enrolment token: an agent exchanges it once, within an hour, for its own token (`pawl agent --enrol`).")
  int enrol(@Mixin PlaceOptions place, @Mixin TokenOwner whom) {
    return issue(place, Grant.enrolment(place.org(), named(whom.name), labels(whom)));
  }

  @Command(
      name = "user",
      description = "Make a token for a person or a program, with a role in the org.")
  int user(
      @Mixin PlaceOptions place,
      @Parameters(paramLabel = "NAME", description = "The owner's name.") String name,
      @Option(
              names = "--role",
              required = true,
              paramLabel = "ROLE",
              converter = RoleConverter.class,
              completionCandidates = RoleNames.class,
              description =
                  "What the token allows: viewer, runner, approver, maintainer, admin or server_admin.")
          Role role,
      @Option(
              names = "--teams",
              split = ",",
              paramLabel = "TEAM",
              description = "The teams of the owner, such as ops.")
          @Nullable List<String> teams,
      @Mixin ExpiryOption expiry) {
    Grant grant = Grant.user(place.org(), named(name), role, teams(teams));
    return issue(place, grant.expiring(expiry.instant()));
  }

  private List<String> teams(@Nullable List<String> given) {
    List<String> teams = given == null ? List.of() : given;
    if (teams.stream().anyMatch(team -> !team.matches("(team:)?[\\w.-]{1,100}"))) {
      throw usageError("--teams expects names such as ops,release");
    }
    return teams.stream().map(team -> team.startsWith("team:") ? team : "team:" + team).toList();
  }

  @Command(
      name = "admin",
      description = "Make a token of the server's administrator, which allows everything.")
  int admin(
      @Mixin PlaceOptions place,
      @Parameters(paramLabel = "NAME", description = "The owner's name.") String name) {
    return issue(place, Grant.user(place.org(), named(name), Role.SERVER_ADMIN, List.of()));
  }

  @Command(name = "list", description = "List the tokens.")
  int list(
      @Mixin PlaceOptions place,
      @Option(names = "--json", description = "Print JSON.") boolean json) {
    return with(
        place,
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
      @Mixin PlaceOptions place,
      @Parameters(
              paramLabel = "ID",
              description = "The token's id, as printed by `pawl token list`.")
          String id) {
    return with(place, tokens -> report(PrintableText.line(id), tokens.revoke(id)));
  }

  private static int report(String id, Revocation outcome) {
    return switch (outcome) {
      case REVOKED -> {
        System.out.println("revoked " + id);
        yield ExitCode.SUCCESS;
      }
      case REVOKED_BEFORE -> {
        System.err.println("pawl: token '" + id + "' is already revoked");
        yield ExitCode.SUCCESS;
      }
      case UNKNOWN -> {
        System.err.println("pawl: token '" + id + "' not found. Run `pawl token list`.");
        yield ExitCode.INVALID;
      }
    };
  }

  private int issue(PlaceOptions place, Grant grant) {
    return with(
        place,
        tokens -> {
          System.out.println(tokens.issue(grant));
          return ExitCode.SUCCESS;
        });
  }

  private int with(PlaceOptions place, ToIntFunction<TokenPlace> act) {
    if (place.data.isGiven() && place.server.isFlagGiven()) {
      throw usageError(
          "--server works by the API, --data and --store on a store: give one of them");
    }
    if (place.isServer()) {
      try (ServerClient client = place.server.client()) {
        return act.applyAsInt(new TokenPlace.OfServer(client));
      }
    }
    try (SqlStore store = place.data.data().openExisting()) {
      if (!store.orgs().exists(place.org())) {
        throw usageError("there is no org '%s'".formatted(place.org()));
      }
      var tokens = new TokenRegistry(store.tokens(), store::now);
      return act.applyAsInt(new TokenPlace.OfStore(tokens, CurrentUser.actor().name()));
    }
  }
}
