/// Whether a live store is as its journals tell it, and what puts it right.
@NullMarked
package dev.pawl.server.doctor;

import org.jspecify.annotations.NullMarked;
