/// The commands that set a project and a shell up: a first workflow, completion, the manual. The
/// generators read picocli's model of all commands; nothing here touches a store or a run.
@NullMarked
package dev.pawl.cli.setup;

import org.jspecify.annotations.NullMarked;
