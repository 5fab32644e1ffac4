package dev.pawl.agent.workspace;

import dev.pawl.agent.isolation.JobSlot;
import dev.pawl.expression.value.Value;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The tool cache of an agent. Where jobs are kept apart they cannot write to the common one: each
/// slot has a layer of its own, which is kept for the next job of the same repository.
///
/// @param common the cache that the operator may fill; of jobs that are not kept apart, their own
record ToolCache(Path common) {

  /// The directory of a layer that has what jobs have written.
  static final String WRITTEN = "upper";

  private static final String REPOSITORY = "repository";

  /// The layer of a slot for a job, empty if the job before was that of another repository.
  ///
  /// @return the directory of the layer
  Path layer(JobSlot slot, JobDispatch dispatch) throws IOException {
    Path layer = common.resolveSibling(common.getFileName() + "-" + slot.number());
    Path owner = layer.resolve(REPOSITORY);
    String repository = repository(dispatch);
    boolean isSame =
        !repository.isEmpty()
            && Files.isRegularFile(owner)
            && Files.readString(owner).equals(repository);
    if (!isSame) {
      DirectoryDeletion.delete(layer);
      Files.createDirectory(layer); // fails if something of another repository could not be deleted
      Files.writeString(owner, repository);
    }
    return layer;
  }

  /// The address of the job's repository: its name alone is not unique.
  private static String repository(JobDispatch dispatch) {
    return Value.parseJson(dispatch.inputs().contexts()) instanceof Value.Dict all
            && all.fields().get("github") instanceof Value.Dict github
        ? github.fields().getOrDefault("repositoryUrl", Value.Null.NULL).text()
        : "";
  }
}
