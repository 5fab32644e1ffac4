/// The layer over JDBC: a connection with named parameters, transactions, the tables with their
/// columns, and the batch of rows that a commit writes.
///
/// What enters is SQL text and batches of rows; what leaves is rows and exceptions. What differs
/// between SQLite and PostgreSQL is in [Dialect] and in the implementations of [Database]. Nothing
/// here knows what a run or a journal is.
@NullMarked
package dev.pawl.server.store.jdbc;

import org.jspecify.annotations.NullMarked;
