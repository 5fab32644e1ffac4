package dev.pawl.server.store.sql;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Wraps connections, and calls a hook before every statement with its number. A commit or rollback
/// counts as a statement.
public final class StatementCounter {

  private final IntConsumer before;
  private boolean isCounting;
  private int statements;

  public StatementCounter(IntConsumer before) {
    this.before = before;
  }

  /// Starts counting.
  public void count() {
    isCounting = true;
    statements = 0;
  }

  public void stop() {
    isCounting = false;
  }

  public int statements() {
    return statements;
  }

  public Connection wrap(Connection connection) {
    return proxy(Connection.class, connection);
  }

  private <T> T proxy(Class<T> type, T real) {
    return type.cast(
        Proxy.newProxyInstance(
            StatementCounter.class.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> call(real, method, arguments)));
  }

  private @Nullable Object call(Object real, Method method, @Nullable Object[] arguments)
      throws Throwable {
    boolean ends = method.getName().equals("commit") || method.getName().equals("rollback");
    if (isCounting && (ends || method.getName().startsWith("execute"))) {
      before.accept(++statements);
    }
    try {
      Object result = method.invoke(real, arguments);
      return method.getName().equals("unwrap") ? result : watched(result);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  private @Nullable Object watched(@Nullable Object result) {
    return switch (result) {
      case PreparedStatement statement -> proxy(PreparedStatement.class, statement);
      case Statement statement -> proxy(Statement.class, statement);
      case null, default -> result;
    };
  }
}
