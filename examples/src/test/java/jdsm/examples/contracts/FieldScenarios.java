package jdsm.examples.contracts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Updaters and handles of fields and of elements. */
final class FieldScenarios {
    private FieldScenarios() {}

    static void addTo(List<Scenario> all) {
        all.add(new Updaters());
        all.add(new Handles());
    }

    /** Fields of an object that all share. */
    private static class Fields {
        private static final AtomicIntegerFieldUpdater<Fields> COUNT =
                AtomicIntegerFieldUpdater.newUpdater(Fields.class, "count");
        private static final AtomicLongFieldUpdater<Fields> SUM =
                AtomicLongFieldUpdater.newUpdater(Fields.class, "sum");
        private static final AtomicReferenceFieldUpdater<Fields, String> WORD =
                AtomicReferenceFieldUpdater.newUpdater(Fields.class, String.class, "word");
        private static final VarHandle NUMBER;
        private static final VarHandle NAME;
        private static final VarHandle TOTAL;
        private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                NUMBER = lookup.findVarHandle(Fields.class, "number", int.class);
                NAME = lookup.findVarHandle(Fields.class, "name", String.class);
                TOTAL = lookup.findStaticVarHandle(Fields.class, "total", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private static long total;
        private volatile int count;
        private volatile long sum;
        private volatile String word = "";
        private int number;
        private String name = "";
        private final long[] elements = new long[4];
    }

    private static final class Updaters extends Scenario {
        private final Fields fields = new Fields();

        Updaters() {
            super("Updaters lose no update");
        }

        @Override
        void run(Part me) {
            for (int i = 0; i < 20; i++) {
                Fields.COUNT.incrementAndGet(fields);
                Fields.COUNT.getAndUpdate(fields, value -> value + 2);
                Fields.SUM.addAndGet(fields, 1L << 33);
                long seen = Fields.SUM.get(fields);
                while (!Fields.SUM.compareAndSet(fields, seen, seen + 1)) {
                    seen = Fields.SUM.get(fields);
                }
                Fields.WORD.accumulateAndGet(fields, "z", String::concat);
            }
            me.step();
            me.equal("count", 60 * me.workers(), fields.count);
            me.equal("sum", 20 * me.workers() * ((1L << 33) + 1), fields.sum);
            me.equal("word", 20 * me.workers(), fields.word.length());
            me.step();
            if (me.is(2)) {
                Fields.COUNT.lazySet(fields, 7);
                me.equal(
                        "before",
                        20 * me.workers(),
                        Fields.WORD.getAndSet(fields, "new").length());
            }
            me.step();
            me.equal("now", "7 new", Fields.COUNT.get(fields) + " " + Fields.WORD.get(fields));
        }
    }

    private static final class Handles extends Scenario {
        private final Fields fields = new Fields();
        private final List<Integer> order = new ArrayList<>();

        Handles() {
            super("VarHandles lose no update");
            Fields.total = 0; // a JVM may play the scenarios more than once
        }

        @Override
        void run(Part me) {
            for (int i = 0; i < 20; i++) {
                int before = (int) Fields.NUMBER.getAndAdd(fields, 1);
                me.check("less than now", before < (int) Fields.NUMBER.getVolatile(fields));
                String seen = (String) Fields.NAME.getAcquire(fields);
                while (!Fields.NAME.compareAndSet(fields, seen, seen + "v")) {
                    seen = (String) Fields.NAME.getVolatile(fields);
                }
                long found = (long) Fields.ELEMENT.getVolatile(fields.elements, 2);
                while (!Fields.ELEMENT.weakCompareAndSet(fields.elements, 2, found, found + 1)) {
                    found = (long) Fields.ELEMENT.getVolatile(fields.elements, 2);
                }
                long more = (long) Fields.TOTAL.getAndAdd(3L);
                me.check("by threes", more % 3 == 0);
            }
            me.step();
            int times = 20 * me.workers();
            me.equal("number", times, fields.number);
            me.equal("name", times, fields.name.length());
            me.equal("elements", (long) times, fields.elements[2]);
            me.equal("total", 3L * times, Fields.total);
            me.step();
            for (int turn = 0; me.worker() < 3 && turn < 4; turn++) { // a lock by a variable handle
                me.until("the lock", () -> Fields.ELEMENT.compareAndSet(fields.elements, 0, 0L, 1L));
                order.add(me.worker());
                Fields.ELEMENT.setRelease(fields.elements, 0, 0L);
            }
            me.step();
            me.equal("entries", 12, order.size());
        }
    }
}
