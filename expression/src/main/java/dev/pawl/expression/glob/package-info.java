/// The matcher behind every pattern of names and paths: the filters of `on` and `hashFiles`.
///
/// A syntax parses its own patterns to a list of [GlobItem] and hands it to a [GlobMatcher];
/// whether a text matches comes back. Nothing here knows a syntax, a file system or the expression
/// language.
@NullMarked
package dev.pawl.expression.glob;

import org.jspecify.annotations.NullMarked;
