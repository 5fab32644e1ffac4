/// The JSON form of what the database stores as text: transitions, effects, profiles, labels.
///
/// The model's own records enter and texts leave, and the reverse: there is no second form of a
/// record here. Reading rejects unknown fields: nobody but Pawl writes them. No SQL here.
@NullMarked
package dev.pawl.server.store.codec;

import org.jspecify.annotations.NullMarked;
