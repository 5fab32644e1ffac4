/// The expression language of `${{ … }}`: lexer, parser, evaluator and built-in functions. A source
/// and an environment enter, a value or an error leaves. It uses the JDK only; only the types that
/// callers need are public.
@NullMarked
package dev.pawl.expression;

import org.jspecify.annotations.NullMarked;
