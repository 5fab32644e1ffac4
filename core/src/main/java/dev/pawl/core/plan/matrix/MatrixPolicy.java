package dev.pawl.core.plan.matrix;

/// The settings that the cells of one matrix share.
///
/// @param name the job's key in the file, which its cells share
/// @param failFast whether a failed cell cancels the others
/// @param maxParallel the most cells that may be with agents at a time
public record MatrixPolicy(String name, boolean failFast, int maxParallel) {

  public static final int MAX_CELLS = 256;

  /// The most bytes of a cell in a dispatch.
  static final int MAX_CELL_BYTES = 1024 * 1024;

  public static MatrixPolicy of(String name) {
    return new MatrixPolicy(name, true, MAX_CELLS);
  }
}
