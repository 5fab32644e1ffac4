/// Identities: the references by which runs, attempts, leases and aggregates are known, and the
/// actors that the journal names. Values without behaviour that every other package of the core may
/// use; they use only the kinds of actor of `lifecycle`.
@NullMarked
package dev.pawl.core.identity;

import org.jspecify.annotations.NullMarked;
