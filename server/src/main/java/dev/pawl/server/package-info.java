/// Basics that all rooms of the server share: ids, limits, and supervised threads.
///
/// Nothing enters or leaves here but plain values. It may not use any other package of the server.
@NullMarked
package dev.pawl.server;

import org.jspecify.annotations.NullMarked;
