/// The JSON form of what the database stores as text: plans, events, effects.
///
/// Objects of the model enter and texts leave, and the reverse. Reading rejects unknown fields:
/// nobody but Pawl writes them. No SQL here.
@NullMarked
package dev.pawl.server.store.codec;

import org.jspecify.annotations.NullMarked;
