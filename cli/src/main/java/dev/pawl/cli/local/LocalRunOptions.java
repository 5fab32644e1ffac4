package dev.pawl.cli.local;

import dev.pawl.server.logs.LogLimits;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.util.List;

/// The options of `pawl run` that are kept with a run, so that its reruns are executed in the same
/// way. Variables, inputs and the event are in the run's plan; of secrets only the sources are
/// kept.
///
/// @param slots the number of jobs that run at the same time
/// @param isIsolated whether each job has an empty directory instead of the working tree
/// @param approvesAll whether every hold is approved by the user who started it
/// @param secretVariables the environment variables that are secrets; jobs do not see them
/// @param secretFiles the files with secrets
/// @param logLimits how large logs may become
public record LocalRunOptions(
    int slots,
    boolean isIsolated,
    boolean approvesAll,
    List<String> secretVariables,
    List<String> secretFiles,
    LogLimits logLimits) {

  /// The number of jobs that run at the same time by default.
  public static final int DEFAULT_SLOTS = Math.max(2, Runtime.getRuntime().availableProcessors());

  private static final LocalRunOptions DEFAULT =
      new LocalRunOptions(DEFAULT_SLOTS, false, false, List.of(), List.of(), LogLimits.DEFAULT);

  public LocalRunOptions {
    secretVariables = List.copyOf(secretVariables);
    secretFiles = List.copyOf(secretFiles);
  }

  /// The options of a run of that number; the defaults if none are stored.
  public static LocalRunOptions of(Project project, long run) {
    try (SqliteStore store = project.openForReading().orElseThrow()) {
      return store.localOptions().find(run).map(LocalRunOptions::decoded).orElse(DEFAULT);
    }
  }

  /// The options with other sources of secrets.
  ///
  /// @param alsoApprovesAll whether every hold is approved, even if these options do not say so
  public LocalRunOptions with(
      List<String> secretVariables, List<String> secretFiles, boolean alsoApprovesAll) {
    return new LocalRunOptions(
        slots, isIsolated, approvesAll || alsoApprovesAll, secretVariables, secretFiles, logLimits);
  }

  String encoded() {
    return StoreCodec.encode(LocalRunOptions.class, this);
  }

  static LocalRunOptions decoded(String text) {
    return StoreCodec.decode(LocalRunOptions.class, text);
  }
}
