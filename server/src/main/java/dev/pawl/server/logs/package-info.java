/// The bytes that steps print, kept in files beside the store.
@NullMarked
package dev.pawl.server.logs;

import org.jspecify.annotations.NullMarked;
