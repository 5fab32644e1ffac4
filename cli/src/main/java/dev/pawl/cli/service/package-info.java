/// The wiring of `pawl server` and `pawl agent`.
@NullMarked
package dev.pawl.cli.service;

import org.jspecify.annotations.NullMarked;
