/// Maintenance of a live server: the doctor and its repairs, pruning, and backups.
///
/// Requests of server admins enter from the API and leave as reports. Each takes a bounded time:
/// what is left is done by the next request. Whatever the engine decides is decided by the
/// orchestrator; reads use connections that no commit waits for.
@NullMarked
package dev.pawl.server.maintenance;

import org.jspecify.annotations.NullMarked;
