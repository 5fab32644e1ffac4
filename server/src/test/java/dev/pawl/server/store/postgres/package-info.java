/// Tests of the PostgreSQL store with a real server: connections that break, notifications, the
/// contracts of stores and constraints.
@NullMarked
package dev.pawl.server.store.postgres;

import org.jspecify.annotations.NullMarked;
