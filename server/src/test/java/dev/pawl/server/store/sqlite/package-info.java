/// Tests of the SQLite store with real files: backups, checkpoints, crashes, read-only disks, the
/// contracts of stores and constraints.
@NullMarked
package dev.pawl.server.store.sqlite;

import org.jspecify.annotations.NullMarked;
