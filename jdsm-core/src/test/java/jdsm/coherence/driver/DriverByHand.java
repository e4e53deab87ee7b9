package jdsm.coherence.driver;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.Diff;
import jdsm.coherence.Outbox;
import jdsm.coherence.PlainUnit;
import jdsm.coherence.Releases;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;

/**
 * One rank's driver between a port and a protocol that write down each call, in one list. The protocol has no rules of
 * its own: a test says what it puts into the outbox at which event. Lowering and retiring a unit are noted in the unit.
 */
final class DriverByHand {
    /** A diff of a unit. */
    record Written(int unit) implements Diff {
        @Override
        public String toString() {
            return "diff of " + unit;
        }
    }

    /** A worker's wait. */
    record Wait(String name, Thread worker) implements Waiter {
        Wait(String name) {
            this(name, new Thread(name));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** The calls of protocol and port, in order. */
    final List<String> calls = new ArrayList<>();

    final PortByHand port = new PortByHand(calls);
    final CoherenceDriver driver;
    final Outbox out;
    private final Map<String, Consumer<Outbox>> reactions = new HashMap<>();

    /** The driver of rank {@code me} of {@code ranks}. */
    DriverByHand(int me, int ranks, boolean mayBeLazy) {
        driver = new CoherenceDriver(me, ranks, mayBeLazy, protocol(), new OneWorker(), port);
        out = driver.outbox();
    }

    /** The driver of rank 0 of three, with units 1 to 9, whose copies become stale by write notices. */
    static DriverByHand lazy() {
        return new DriverByHand(0, 3, true).knows(1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    /** As that, where no copy becomes stale by a write notice. */
    static DriverByHand eager() {
        return new DriverByHand(0, 3, false).knows(1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    private CoherenceProtocol protocol() {
        return (CoherenceProtocol) Proxy.newProxyInstance(
                CoherenceProtocol.class.getClassLoader(), new Class<?>[] {CoherenceProtocol.class}, this::event);
    }

    private Object event(Object proxy, Method method, Object[] arguments) {
        PlainUnit unit = (PlainUnit) arguments[0];
        String event = method.getName() + " " + unit.unit();
        StringBuilder text = new StringBuilder(event);
        for (int i = 1; i < arguments.length - 1; i++) {
            Object argument = arguments[i];
            text.append(' ')
                    .append(
                            argument instanceof CoherenceMessage message
                                    ? message.type().label()
                                    : argument);
        }
        calls.add(text.toString());
        unit.lowered |= method.getName().equals("onLower");
        unit.dirty &= !method.getName().equals("onRetire");
        reactions.getOrDefault(event, none -> {}).accept((Outbox) arguments[arguments.length - 1]);
        return null;
    }

    private final class OneWorker implements Releases.Passes {
        @Override
        public long[] now() {
            calls.add("count passes");
            return new long[] {1};
        }

        @Override
        public int workers() {
            return 1;
        }
    }

    DriverByHand knows(int... units) {
        for (int unit : units) {
            port.units.put(unit, new PlainUnit(unit, UnitState.READ));
        }
        return this;
    }

    /** What the protocol does at an event, which is named as in the list of calls up to the unit. */
    DriverByHand at(String event, Consumer<Outbox> reaction) {
        reactions.put(event, reaction);
        return this;
    }

    PlainUnit unit(int unit) {
        return port.units.get(unit);
    }

    /** A worker has written a unit. */
    DriverByHand dirties(int unit) {
        unit(unit).dirty = true;
        out.dirty(unit(unit));
        return this;
    }

    /** This rank has published a version of a unit, in an interval of its own. */
    DriverByHand hasPublished(int unit, long version) {
        out.notice(unit, version);
        out.published(unit(unit));
        return this;
    }

    /** The calls since the last call of this method. */
    List<String> calls() {
        List<String> all = List.copyOf(calls);
        calls.clear();
        return all;
    }
}
