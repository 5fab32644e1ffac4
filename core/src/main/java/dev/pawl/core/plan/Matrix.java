package dev.pawl.core.plan;

/// What the cells of one matrix have in common.
///
/// @param name the job's key in the file, which its cells share
/// @param failFast whether a cell that fails cancels the others
/// @param maxParallel how many cells may be with agents at a time
public record Matrix(String name, boolean failFast, int maxParallel) {

  public static final int MOST_CELLS = 256;

  public static Matrix of(String name) {
    return new Matrix(name, true, MOST_CELLS);
  }
}
