/// State, journal and effects in SQL, in one transaction.
@NullMarked
package dev.pawl.server.store;

import org.jspecify.annotations.NullMarked;
