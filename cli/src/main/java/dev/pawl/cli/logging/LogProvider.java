package dev.pawl.cli.logging;

import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Marker;
import org.slf4j.event.DefaultLoggingEvent;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.AbstractLogger;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.LoggingEventAware;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/// SLF4J provider that passes events on to [LogOutput].
///
/// Pawl's own loggers log from `INFO` on, those of libraries from `WARN` on. It is a provider of
/// our own because it costs `pawl run` nothing measurable, where a logging framework does (ADR 29).
public final class LogProvider implements SLF4JServiceProvider {

  private static final String OWN = "dev.pawl.";

  /// SQLite logs this as an error where another process has deleted the old library first.
  private static final String HARMLESS = "Failed to delete old native lib";

  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter context = new NOPMDCAdapter();

  /// Makes SLF4J use this provider. To be called before the first logger is created.
  public static void install() {
    System.setProperty("slf4j.provider", LogProvider.class.getName());
    System.setProperty("slf4j.internal.verbosity", "WARN");
  }

  @Override
  public ILoggerFactory getLoggerFactory() {
    return OutputLogger::new;
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return context;
  }

  @Override
  public String getRequestedApiVersion() {
    return "2.0";
  }

  @Override
  public void initialize() {}

  private static final class OutputLogger extends AbstractLogger implements LoggingEventAware {

    private static final long serialVersionUID = 1;

    OutputLogger(String name) {
      this.name = name;
    }

    private boolean isEnabled(Level level) {
      Level least = name.startsWith(OWN) ? Level.INFO : Level.WARN;
      return level.toInt() >= least.toInt();
    }

    @Override
    public void log(LoggingEvent event) {
      if (isEnabled(event.getLevel())) {
        LogOutput.write(event);
      }
    }

    @Override
    protected void handleNormalizedLoggingCall(
        Level level,
        @Nullable Marker marker,
        String pattern,
        Object @Nullable [] arguments,
        @Nullable Throwable problem) {
      if (pattern.equals(HARMLESS)) {
        return;
      }
      var event = new DefaultLoggingEvent(level, this);
      event.setMessage(pattern);
      if (arguments != null) {
        event.addArguments(arguments);
      }
      event.setThrowable(problem);
      event.setTimeStamp(System.currentTimeMillis());
      LogOutput.write(event);
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
      return null;
    }

    @Override
    public boolean isTraceEnabled() {
      return isEnabled(Level.TRACE);
    }

    @Override
    public boolean isTraceEnabled(Marker marker) {
      return isEnabled(Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
      return isEnabled(Level.DEBUG);
    }

    @Override
    public boolean isDebugEnabled(Marker marker) {
      return isEnabled(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
      return isEnabled(Level.INFO);
    }

    @Override
    public boolean isInfoEnabled(Marker marker) {
      return isEnabled(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
      return isEnabled(Level.WARN);
    }

    @Override
    public boolean isWarnEnabled(Marker marker) {
      return isEnabled(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
      return isEnabled(Level.ERROR);
    }

    @Override
    public boolean isErrorEnabled(Marker marker) {
      return isEnabled(Level.ERROR);
    }
  }
}
