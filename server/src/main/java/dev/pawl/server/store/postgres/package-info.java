/// The store that several orchestrators share: a PostgreSQL database.
///
/// Here are its connection pool, transactions, error messages, notifications between orchestrators,
/// and their presence. What it stores, and how commits are checked, is in
/// [dev.pawl.server.store.sql].
@NullMarked
package dev.pawl.server.store.postgres;

import org.jspecify.annotations.NullMarked;
