/// Stores that are damaged on purpose.
@NullMarked
package dev.pawl.server.doctor;

import org.jspecify.annotations.NullMarked;
