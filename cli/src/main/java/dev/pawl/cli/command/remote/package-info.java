/// The commands that work on a server by its API only: log in, start runs, operate and administer.
/// Each makes its requests, prints a table or JSON, and returns an exit code.
@NullMarked
package dev.pawl.cli.command.remote;

import org.jspecify.annotations.NullMarked;
