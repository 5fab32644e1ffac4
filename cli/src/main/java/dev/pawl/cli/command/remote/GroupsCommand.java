package dev.pawl.cli.command.remote;

import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.option.ServerOption;
import dev.pawl.cli.report.AlignedTable;
import dev.pawl.core.run.Origin;
import dev.pawl.server.api.document.Operations.GroupDocument;
import dev.pawl.server.api.document.Operations.MemberDocument;
import dev.pawl.server.store.sql.OperationQueries;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl groups`: lists the concurrency groups, who holds them and who waits.
@Command(
    name = "groups",
    description =
        "List the concurrency groups that have members: who holds a place, and who waits.")
public final class GroupsCommand implements Callable<Integer> {

  private static final int MOST = 1_000;

  @Mixin private ServerOption server = new ServerOption();
  @Mixin private ProjectOption project = new ProjectOption();

  @Parameters(
      arity = "0..1",
      paramLabel = "KEY",
      description = "Only the group with this key, as REPOSITORY#NAME.")
  private Optional<String> key = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() {
    List<GroupDocument> groups = server.isGiven() ? ofServer() : ofProject();
    if (json) {
      System.out.println(JsonOutput.text(groups));
    } else if (groups.stream()
        .allMatch(group -> group.holders().isEmpty() && group.waiters().isEmpty())) {
      System.out.println("No group has a member.");
    } else {
      var table = new AlignedTable("GROUP", "PLACES", "MEMBER", "STATE");
      groups.forEach(group -> add(table, group));
      table.print();
    }
    return ExitCode.SUCCESS;
  }

  private static void add(AlignedTable table, GroupDocument group) {
    String key = group.key();
    String places = "%d of %d".formatted(group.holders().size(), group.max());
    for (MemberDocument member : group.holders()) {
      table.add(key, places, name(member), "holds a place, " + member.state().replace('_', ' '));
      key = "";
      places = "";
    }
    for (MemberDocument member : group.waiters()) {
      Long newer = member.supersededBy();
      table.add(
          key,
          places,
          name(member),
          newer == null
              ? "waits, " + member.state().replace('_', ' ')
              : "is superseded by run #%d".formatted(newer));
      key = "";
      places = "";
    }
  }

  private static String name(MemberDocument member) {
    return "#" + member.number() + (member.job() == null ? "" : " " + member.job());
  }

  private List<GroupDocument> ofServer() {
    try (ServerClient client = server.client()) {
      Map<String, String> query = key.map(name -> Map.of("key", name)).orElse(Map.of());
      return client.list(
          client.inOrg("/groups" + ServerClient.query(query)), GroupDocument.class, MOST);
    }
  }

  private List<GroupDocument> ofProject() {
    Optional<SqliteStore> opened = project.project().openForReading();
    if (opened.isEmpty()) {
      return List.of();
    }
    try (SqliteStore store = opened.get()) {
      OperationQueries queries = store.operations(Origin.DEFAULT_ORG);
      String prefix = Origin.DEFAULT_ORG + ":";
      return key
          .map(name -> List.of(prefix + name))
          .orElseGet(() -> queries.groups("", MOST))
          .stream()
          .map(full ->
              GroupDocument.of(full.substring(prefix.length()), queries.members(full, MOST)))
          .toList();
    }
  }
}
