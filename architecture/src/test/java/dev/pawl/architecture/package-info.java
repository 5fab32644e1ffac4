/// The rules of the architecture: module dependencies, the pure core, who may write states, names,
/// comments and package sizes. Each has a canary that shows that it can fail. The rules read class
/// files and sources; they call no code of ours.
@NullMarked
package dev.pawl.architecture;

import org.jspecify.annotations.NullMarked;
