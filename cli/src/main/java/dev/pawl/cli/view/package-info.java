/// Shows a run while it is running, live on a terminal or as plain lines. Changes of the run come
/// in on a queue, text goes out. A view never delays the orchestrator and never changes a run.
@NullMarked
package dev.pawl.cli.view;

import org.jspecify.annotations.NullMarked;
