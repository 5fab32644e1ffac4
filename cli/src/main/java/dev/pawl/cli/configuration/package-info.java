/// The configuration of a server: one table of settings, and their values from options,
/// environment, file and defaults. Options and files go in; typed values with their sources come
/// out. Nothing here starts anything or opens a store.
@NullMarked
package dev.pawl.cli.configuration;

import org.jspecify.annotations.NullMarked;
