/// The comparison of the stored rows with what the journals replay to, and the rebuild of rows that
/// differ.
///
/// [Audit] is the entry: it lists what there is to check, checks one aggregate in one snapshot, and
/// rebuilds its rows in one transaction. The doctor decides what to do about the results. A journal
/// is never changed here, apart from the entry that records a rebuild.
@NullMarked
package dev.pawl.server.store.audit;

import org.jspecify.annotations.NullMarked;
