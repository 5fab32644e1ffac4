package dev.pawl.core.run;

import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RepositoryKey;
import java.time.Instant;
import java.util.Locale;

/// The origin of a run. Never changes, except that its commit is found out when its first job
/// starts, if it was started for a ref.
///
/// @param org the org that it belongs to, with its groups, tools and agents
/// @param number the run's number for people: #1, #2, … in each repository
/// @param workflow the workflow's name
/// @param file the workflow's file, as it was given
/// @param event the event that triggered it
/// @param owner the orchestrator that owns it
/// @param source its repository, branch and commit
/// @param lineage its run attempt
public record Origin(
    String org,
    long number,
    String workflow,
    String file,
    String event,
    Actor startedBy,
    String owner,
    Instant at,
    Source source,
    Lineage lineage) {

  /// The org of runs whose creator names none.
  public static final String DEFAULT_ORG = "default";

  public RepositoryKey repository() {
    return new RepositoryKey(org, source.repository());
  }

  /// The origin of another attempt of the same run.
  public Origin again(Lineage lineage, Instant at) {
    return again(lineage, startedBy, at);
  }

  /// The origin of another attempt that `startedBy` asked for, who then may not approve it.
  public Origin again(Lineage lineage, Actor startedBy, Instant at) {
    return new Origin(org, number, workflow, file, event, startedBy, owner, at, source, lineage);
  }

  /// The origin of another attempt that another process owns, of the code that is there now.
  public Origin ownedBy(String owner, Source source) {
    return new Origin(org, number, workflow, file, event, startedBy, owner, at, source, lineage);
  }

  /// The origin with the commit that its ref stood for.
  public Origin of(String commit) {
    return new Origin(
        org,
        number,
        workflow,
        file,
        event,
        startedBy,
        owner,
        at,
        new Source(source.repository(), source.branch(), commit, source.forge()),
        lineage);
  }

  /// The code that is run.
  ///
  /// @param repository the repository by its [RepositoryIdentity], by which agents are shared
  ///   fairly and groups are scoped; empty for none
  /// @param branch the branch that it was started for, without `refs/heads/`; empty for none
  /// @param commit the commit whose results can be compared; empty if it is not known
  /// @param forge the forge that the status of the commit is reported to; empty for none
  public record Source(String repository, String branch, String commit, String forge) {
    public static final Source NONE = new Source("", "", "", "");

    private static final String BRANCHES = "refs/heads/";

    /// The code of a repository, by any spelling of its address, that is reported to no forge.
    ///
    /// @param ref the full name of a branch, or of another ref
    public static Source of(String address, String ref, String commit) {
      String branch = ref.startsWith(BRANCHES) ? ref.substring(BRANCHES.length()) : "";
      return new Source(
          RepositoryIdentity.of(address), branch, commit.toLowerCase(Locale.ROOT), "");
    }

    /// Whether a forge is told how the run goes.
    public boolean isReported() {
      return !commit.isEmpty() && !forge.isEmpty();
    }
  }

  /// A run attempt and its automatic retries. A rerun opens a new lineage.
  ///
  /// @param opened the id of the run that opened it; empty for that run itself
  /// @param attempt the number of the run attempt, from 1; continues through reruns
  /// @param retries the number of automatic retries in this lineage
  public record Lineage(String opened, int attempt, int retries) {
    public static final Lineage FIRST = new Lineage("", 1, 0);
  }
}
