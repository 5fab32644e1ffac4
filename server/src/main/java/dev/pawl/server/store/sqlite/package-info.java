/// The embedded store: one SQLite file, for `pawl run` and for a server on one machine.
///
/// Here are its connections, transactions, checkpoints, error messages and online backup. What it
/// stores, and how commits are checked, is in [dev.pawl.server.store.sql].
@NullMarked
package dev.pawl.server.store.sqlite;

import org.jspecify.annotations.NullMarked;
