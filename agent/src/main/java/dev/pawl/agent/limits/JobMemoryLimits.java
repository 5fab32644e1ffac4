package dev.pawl.agent.limits;

import dev.pawl.core.plan.OutputLimits;

/// The limits of what one job can make the agent remember. A step that exceeds one of them fails
/// with a message that names it; `docs/steps.md` lists them.
///
/// @param outputs of one step, and of the job
/// @param outputBytes of all steps of the job together, and of the job, as JSON
/// @param variables that steps set by `GITHUB_ENV`
/// @param variableBytes of these with their names
/// @param paths that steps add by `GITHUB_PATH`
/// @param pathBytes of these; the `PATH` has to fit into one variable of a process
/// @param masks that steps add
/// @param maskBytes of these
/// @param fileBytes of each environment file of a step, the summary included
/// @param fileEntries of each environment file of a step
/// @param commandBytes of a line with a workflow command
/// @param tokenLength of the word of `stop-commands`
/// @param textLength in characters of all texts of one `env`, `with` or `outputs`, evaluated
public record JobMemoryLimits(
    int outputs,
    long outputBytes,
    int variables,
    long variableBytes,
    int paths,
    long pathBytes,
    int masks,
    long maskBytes,
    int fileBytes,
    int fileEntries,
    int commandBytes,
    int tokenLength,
    int textLength) {

  private static final int KIB = 1024;

  public static final JobMemoryLimits DEFAULT =
      new JobMemoryLimits(
          OutputLimits.MAX_COUNT,
          OutputLimits.MAX_BYTES,
          1_000,
          1024 * KIB,
          1_000,
          96 * KIB,
          1_000,
          64 * KIB,
          1024 * KIB,
          10_000,
          512 * KIB,
          200,
          1024 * KIB);

  /// A limit in bytes, in words for people.
  public static String size(long bytes) {
    return bytes % (KIB * KIB) == 0
        ? "%d MiB".formatted(bytes / (KIB * KIB))
        : "%d KiB".formatted(bytes / KIB);
  }
}
