package dev.pawl.server.store.sql;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Lists the runs of an org, newest first, by any filters, at a bounded cost: it reads by the index
/// of the filter that matches fewest of the runs that come next, and looks at a bounded number of
/// them a page. So a page may have fewer runs than were asked for, and yet not be the last.
public final class RunListQuery {

  /// Conditions that runs must meet. Null filters nothing.
  ///
  /// @param search prefix of a number, a commit, a branch or a workflow
  public record Filter(
      @Nullable RunState state,
      @Nullable Phase phase,
      @Nullable String repository,
      @Nullable Long number,
      @Nullable String workflow,
      @Nullable String branch,
      @Nullable String event,
      @Nullable String actor,
      @Nullable String search) {}

  /// A page of the list.
  ///
  /// @param next the cursor of the next page; null if this is the last one
  public record Page(List<RunRow> runs, @Nullable String next) {
    public Page {
      runs = List.copyOf(runs);
    }
  }

  /// Sorts after every id.
  private static final String NEWEST = "~";

  /// Most runs that are looked at for one page.
  private static final int SCANNED = 5_000;

  /// Most runs of a number or a commit that are sorted, as a multiple of that.
  private static final int SORTED = 2;

  private final Database database;
  private final String org;
  private final int scanned;

  RunListQuery(Database database, String org) {
    this(database, org, SCANNED);
  }

  RunListQuery(Database database, String org, int scanned) {
    this.database = database;
    this.org = org;
    this.scanned = scanned;
  }

  /// The runs before that cursor.
  ///
  /// @param cursor empty for the first page
  public Page page(Filter filter, String cursor, int limit) {
    String before = cursor.isEmpty() ? NEWEST : cursor;
    return database.snapshot(sql -> {
      List<RunScan> scans = scans(sql, new RunSearch(sql, org, scanned * SORTED), filter, before);
      List<RunScan.Found> found = new ArrayList<>();
      for (RunScan scan : scans) {
        int share = Math.max(limit + 1, scanned / scans.size());
        found.add(scan.find(sql, org, filter, before, limit, share));
      }
      return merged(sql, found, limit);
    });
  }

  /// The scans that find all runs together and look at fewest.
  private List<RunScan> scans(SqlConnection sql, RunSearch search, Filter filter, String before)
      throws SQLException {
    Optional<List<RunScan>> few = search.few(filter);
    if (few.isPresent()) {
      return few.get();
    }
    List<List<RunScan>> ways = new ArrayList<>();
    addEqual(ways, "branch", filter.branch());
    addEqual(ways, "actor", filter.actor());
    addEqual(ways, "repository", filter.repository());
    addEqual(ways, "workflow", filter.workflow());
    addEqual(ways, "event", filter.event());
    if (filter.state() != null || filter.phase() != null) {
      ways.add(
          states(filter).stream()
              .map(state -> RunScan.equal("state", Machine.wireName(state)))
              .toList());
    }
    search.byNames(filter).ifPresent(ways::add);
    return switch (ways.size()) {
      case 0 -> List.of(RunScan.ALL);
      case 1 -> ways.getFirst();
      default -> sparsest(sql, ways, before);
    };
  }

  private static void addEqual(List<List<RunScan>> ways, String column, @Nullable String value) {
    if (value != null && !value.isEmpty()) { // the index of branches has no empty ones
      ways.add(List.of(RunScan.equal(column, value)));
    }
  }

  private static List<RunState> states(Filter filter) {
    if (filter.state() != null) {
      return List.of(filter.state());
    }
    List<RunState> states = new ArrayList<>();
    for (RunState state : RunState.values()) {
      for (ReasonCode reason : ReasonCode.values()) {
        if (Phase.of(state, reason) == filter.phase()) {
          states.add(state);
          break;
        }
      }
    }
    return states;
  }

  /// The way whose next runs reach farthest back: the others have more that do not match.
  private List<RunScan> sparsest(SqlConnection sql, List<List<RunScan>> ways, String before)
      throws SQLException {
    List<RunScan> sparsest = ways.getFirst();
    @Nullable String farthest = null;
    for (List<RunScan> way : ways) {
      String reach = "";
      for (RunScan scan : way) {
        String one = scan.reach(sql, org, before);
        reach = one.compareTo(reach) > 0 ? one : reach;
      }
      if (farthest == null || reach.compareTo(farthest) < 0) {
        farthest = reach;
        sparsest = way;
      }
    }
    return sparsest;
  }

  /// Merges what was found. Beyond the place at which a scan stopped, others may have runs that
  /// would come later.
  private static Page merged(SqlConnection sql, List<RunScan.Found> found, int limit)
      throws SQLException {
    String floor =
        found.stream()
            .map(RunScan.Found::end)
            .filter(Objects::nonNull)
            .max(Comparator.naturalOrder())
            .orElse("");
    var all = new TreeSet<String>(Comparator.reverseOrder());
    for (RunScan.Found one : found) {
      one.ids().stream().filter(id -> id.compareTo(floor) >= 0).forEach(all::add);
    }
    List<String> ids = all.stream().limit(limit).toList();
    String next = all.size() > limit ? ids.getLast() : floor;
    return new Page(rows(sql, ids), next.isEmpty() ? null : next);
  }

  private static List<RunRow> rows(SqlConnection sql, List<String> ids) throws SQLException {
    return switch (sql.dialect()) {
      case SQLITE ->
          sql.statement(
                  RunQueries.RUN
                      + "WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY id DESC")
              .with("ids", StoreCodec.encodeTexts(ids))
              .list(RunQueries::run);
      case POSTGRESQL ->
          sql.statement(RunQueries.RUN + "WHERE id = ANY(:ids) ORDER BY id DESC")
              .with("ids", ids.toArray(String[]::new))
              .list(RunQueries::run);
    };
  }
}
