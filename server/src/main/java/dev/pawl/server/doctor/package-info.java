/// The doctor: checks a live store, reports findings, and repairs what can be repaired.
///
/// A check reads one aggregate after another through [dev.pawl.server.store.audit.Audit] and yields
/// findings; a finding names the repair that would resolve it. Repairs are decisions of the engine,
/// or rebuilds of rows from the journal, and are recorded in the journal. Nothing is written
/// without being asked for.
@NullMarked
package dev.pawl.server.doctor;

import org.jspecify.annotations.NullMarked;
