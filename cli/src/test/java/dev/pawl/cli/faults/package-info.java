/// A fault-injection test of a real server and real agents. Faults are drawn by a seed, jobs record
/// their actions in a ledger, and a verifier compares the ledger with the store.
@NullMarked
package dev.pawl.cli.faults;

import org.jspecify.annotations.NullMarked;
