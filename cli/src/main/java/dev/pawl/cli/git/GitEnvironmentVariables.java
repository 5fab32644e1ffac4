package dev.pawl.cli.git;

import java.util.List;
import java.util.Map;

/// The environment variables that tell git hooks which repository they belong to. They must be
/// removed before git is used on another repository.
public final class GitEnvironmentVariables {

  /// The output of `git rev-parse --local-env-vars`, for every git version.
  static final List<String> OF_A_REPOSITORY =
      List.of(
          "GIT_ALTERNATE_OBJECT_DIRECTORIES",
          "GIT_COMMON_DIR",
          "GIT_CONFIG",
          "GIT_CONFIG_COUNT",
          "GIT_CONFIG_PARAMETERS",
          "GIT_DIR",
          "GIT_GRAFT_FILE",
          "GIT_IMPLICIT_WORK_TREE",
          "GIT_INDEX_FILE",
          "GIT_INTERNAL_SUPER_PREFIX",
          "GIT_NO_REPLACE_OBJECTS",
          "GIT_OBJECT_DIRECTORY",
          "GIT_PREFIX",
          "GIT_REPLACE_REF_BASE",
          "GIT_SHALLOW_FILE",
          "GIT_WORK_TREE");

  public static void dropFrom(Map<String, String> environment) {
    environment.keySet().removeAll(OF_A_REPOSITORY);
  }

  private GitEnvironmentVariables() {}
}
