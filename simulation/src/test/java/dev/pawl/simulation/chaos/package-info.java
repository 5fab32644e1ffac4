/// Orchestrators as processes of their own on a real PostgreSQL, killed and paused at random, with
/// production agents under load. At the end the database is compared with a ledger that the jobs
/// write themselves. Nothing here is simulated.
@NullMarked
package dev.pawl.simulation.chaos;

import org.jspecify.annotations.NullMarked;
