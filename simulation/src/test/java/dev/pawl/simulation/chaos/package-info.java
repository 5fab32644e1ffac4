/// Orchestrators as processes of their own over a real PostgreSQL, killed and stopped at random;
/// what came of it is compared with a ledger that the jobs themselves write.
@NullMarked
package dev.pawl.simulation.chaos;

import org.jspecify.annotations.NullMarked;
