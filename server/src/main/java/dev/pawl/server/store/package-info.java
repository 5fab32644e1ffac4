/// The port of the store and its data: commits and changes go in; runs, groups, breakers, agents,
/// queues and undelivered effects come out; failures are exceptions of this package.
///
/// Implementations are in the packages below: `sql` with what the databases share, `sqlite`,
/// `postgres`, and the layers that they use. The rest of the server uses this package, and opens a
/// store in its wiring only.
@NullMarked
package dev.pawl.server.store;

import org.jspecify.annotations.NullMarked;
