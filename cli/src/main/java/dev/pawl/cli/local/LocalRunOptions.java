package dev.pawl.cli.local;

import dev.pawl.server.store.codec.StoreCodec;
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
public record LocalRunOptions(
    int slots,
    boolean isIsolated,
    boolean approvesAll,
    List<String> secretVariables,
    List<String> secretFiles) {

  public LocalRunOptions {
    secretVariables = List.copyOf(secretVariables);
    secretFiles = List.copyOf(secretFiles);
  }

  String encoded() {
    return StoreCodec.encode(LocalRunOptions.class, this);
  }

  static LocalRunOptions decoded(String text) {
    return StoreCodec.decode(LocalRunOptions.class, text);
  }
}
