/// Contracts of the tables that both databases share, and crashes between their statements.
@NullMarked
package dev.pawl.server.store.sql;

import org.jspecify.annotations.NullMarked;
