package dev.pawl.cli.agents;

import static java.util.Objects.requireNonNull;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ClassType;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.request.EventRequest;
import dev.pawl.cli.process.Await;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Debugger of a pawl process. It throws an error in the thread that executes a given method next,
/// as if the stack had overflowed there, or the memory were exhausted.
public final class ErrorInjector implements AutoCloseable {

  private final ListeningConnector connector =
      Bootstrap.virtualMachineManager().listeningConnectors().stream()
          .filter(one -> one.transport().name().equals("dt_socket"))
          .findFirst()
          .orElseThrow();
  private final Map<String, Connector.Argument> arguments = connector.defaultArguments();
  private final String address;
  private final CompletableFuture<VirtualMachine> machine;

  public ErrorInjector() throws Exception {
    requireNonNull(arguments.get("localAddress")).setValue("127.0.0.1");
    requireNonNull(arguments.get("port")).setValue("0");
    address = connector.startListening(arguments);
    machine = CompletableFuture.supplyAsync(this::accept, task -> Thread.ofVirtual().start(task));
  }

  private VirtualMachine accept() {
    try {
      return connector.accept(arguments);
    } catch (IOException | IllegalConnectorArgumentsException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The option of the JVM that is to be debugged.
  public String jvmOption() {
    return "-agentlib:jdwp=transport=dt_socket,server=n,suspend=n,address=" + address;
  }

  /// Prepares an error for the thread that executes the method next.
  ///
  /// @param type a class that the process has loaded
  public void prepare(String type, String method) throws Exception {
    VirtualMachine vm = machine.get(Await.BOUND.toSeconds(), TimeUnit.SECONDS);
    var location = vm.classesByName(type).getFirst().methodsByName(method).getFirst().location();
    EventRequest breakpoint = vm.eventRequestManager().createBreakpointRequest(location);
    breakpoint.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    breakpoint.enable();
  }

  /// Waits until a thread executes the method, throws a stack overflow in it, and returns its name.
  public String throwPrepared() throws Exception {
    return throwPrepared("java.lang.StackOverflowError", false);
  }

  /// Throws an error that ends the process: the debugger is detached, because the JVM may crash in
  /// it if it halts.
  ///
  /// @param type an error of the JVM itself, which is always loaded
  public String throwFatal(String type) throws Exception {
    return throwPrepared(type, true);
  }

  private String throwPrepared(String type, boolean isFatal) throws Exception {
    VirtualMachine vm = machine.join();
    while (true) {
      EventSet events = vm.eventQueue().remove(Await.BOUND.toMillis());
      if (events == null) {
        throw new AssertionError("no thread executes the method");
      }
      for (Event event : events) {
        if (event instanceof BreakpointEvent hit) {
          String thread = hit.thread().name();
          hit.request().disable();
          hit.thread().stop(error(vm, hit.thread(), type));
          if (isFatal) {
            vm.dispose();
          } else {
            events.resume();
          }
          return thread;
        }
      }
      events.resume();
    }
  }

  private static ObjectReference error(VirtualMachine vm, ThreadReference thread, String name)
      throws Exception {
    var type = (ClassType) vm.classesByName(name).getFirst();
    var constructor = type.concreteMethodByName("<init>", "()V");
    return type.newInstance(thread, constructor, List.of(), ObjectReference.INVOKE_SINGLE_THREADED);
  }

  @Override
  public void close() throws IOException, IllegalConnectorArgumentsException {
    connector.stopListening(arguments);
  }
}
