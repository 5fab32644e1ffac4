/// Shows a run while it is running, live on a terminal or as plain lines. Updates of the model in
/// `progress` come in, text goes out. A view never delays the orchestrator and never changes a run.
@NullMarked
package dev.pawl.cli.view;

import org.jspecify.annotations.NullMarked;
