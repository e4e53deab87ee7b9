package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.SPMD;
import jdsm.SharedVariable;
import jdsm.SharedView;
import jdsm.node.TestJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Views of the pool: kept ones go on working, and wrong uses are named. */
class SharedViewTest {
    static final class Point {
        private int x;
        private String name = "";
    }

    private static final SharedVariable<Integer> X = SharedVariable.field(Point.class, "x", int.class);
    private static final SharedVariable<String> NAME = SharedVariable.field(Point.class, "name", String.class);
    private static final SharedVariable<Integer> INTS = SharedVariable.element(int.class);

    /** All workers count by each operation of a view that they keep. */
    public static final class Kept extends SPMD {
        private static final int ROUNDS = 50;
        private final int[] counts = new int[8];
        private final Point point = new Point();

        @Override
        public void initialize() {
            pool.register(counts, 2);
            pool.register(point);
        }

        @Override
        public void start() {
            SharedView pair = pool.of(counts, 2, 4);
            SharedView last = pool.of(counts, 7);
            SharedView whole = pool.of(point);
            for (int round = 0; round < ROUNDS; round++) {
                pair.acquire();
                counts[2]++;
                pair.release();
                pair.lock();
                pair.ensureWritable();
                counts[3]++;
                pair.unlock();
                int old;
                do {
                    old = last.readVolatile(INTS);
                } while (!last.compareAndSet(INTS, old, old + 1));
                whole.acquireAsync().touch();
                whole.set(X, whole.get(X) + 1);
                whole.release();
            }
            barrier();
            if (worker() == 0) {
                whole.writeVolatile(NAME, "p");
            }
            barrier();
            pair.updateAsync().touch();
            int all = workers() * ROUNDS;
            require(counts[2] == all && counts[3] == all, "pair");
            last.ensureReadable();
            require(counts[7] == all && last.get(INTS) == all, "last");
            whole.update();
            require(point.x == all && whole.readVolatile(NAME).equals("p"), "point");
        }

        private static void require(boolean right, String what) {
            if (!right) {
                throw new AssertionError(what);
            }
        }
    }

    @Test
    void aViewThatIsKeptGoesOnWorking() {
        TestJob.run(Kept.class, 2, 2).ok();
    }

    /** Uses a view in the wrong way that its argument names. */
    public static final class Misuse extends SPMD {
        private final int[] array = new int[10];
        private final Point point = new Point();

        @Override
        public void initialize() {
            pool.register(array, 4);
            pool.register(point);
            if (args()[0].equals("early")) {
                pool.of(array);
            }
        }

        @Override
        public void start() {
            switch (args()[0]) {
                case "field" -> pool.of(array).get(X);
                case "whole" -> pool.of(array).readVolatile(INTS);
                case "range" -> pool.of(array, 0, 1).set(INTS, 1);
                case "element" -> pool.of(point).compareAndSet(INTS, 0, 1);
                case "index" -> pool.of(point, 0);
                default -> throw new IllegalStateException(args()[0]);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    early   | shared objects cannot be accessed before all ranks have run initialize()
                    field   | an array has no fields: name an element of int[10] in blocks of 4 (key 0)
                    whole   | the view has no single element: use pool.of(array, index) of int[10]
                    range   | the view has no single element: use pool.of(array, index) of int[10]
                    element | no array, so it has no elements: jdsm.pool.SharedViewTest$Point (key 1)
                    index   | no array, so it has no indices: jdsm.pool.SharedViewTest$Point (key 1)
                    """)
    void aWrongUseIsNamed(String how, String message) {
        TestJob.Result result = TestJob.run(Misuse.class, 1, 1, how);
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errors()).contains(message);
    }
}
