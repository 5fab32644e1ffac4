/// The progress of a run as views show it, and its two sources: the changes of this process, and
/// the rows of a store that another process writes. Nothing here prints, and nothing changes a run.
@NullMarked
package dev.pawl.cli.progress;

import org.jspecify.annotations.NullMarked;
