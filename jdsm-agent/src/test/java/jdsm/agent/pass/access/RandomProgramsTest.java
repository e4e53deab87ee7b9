package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * The proof of the pass: random programs compute woven what they compute plain, and no access is made without a check since
 * the last synchronisation. Faults of the pass that are made on purpose are found.
 */
class RandomProgramsTest {
    private static final int METHODS = 60;
    private static final int PROGRAMS = Integer.getInteger("jdsm.test.programs", 4);
    private static final int[][] ARGUMENTS = {{1, 5}, {0, 9}, {3, 2}};

    /** Faults to be found. */
    enum Fault {
        SHORT_RANGE,
        SHORT_RUN,
        CALL_THAT_KILLS_NOTHING,
        STALE_HANDLE
    }

    @Test
    void wovenProgramsComputeTheSameAndCheckAll() throws Exception {
        long checked = 0;
        int completed = 0;
        for (long seed = 1; seed <= PROGRAMS; seed++) {
            Run run = new Run(seed, null);
            assertThat(run.problems).as("seed %d", seed).isEmpty();
            checked += run.checked;
            completed += run.completed;
        }
        assertThat(checked).as("accesses to shared objects").isGreaterThan(PROGRAMS * 10_000L);
        assertThat(completed).as("methods that did not throw").isGreaterThan(PROGRAMS * METHODS / 2);
    }

    @ParameterizedTest
    @EnumSource
    void faultsAreFound(Fault fault) throws Exception {
        List<String> problems = new ArrayList<>();
        for (long seed = 1; seed <= 12 && problems.isEmpty(); seed++) {
            problems.addAll(new Run(seed, fault).problems);
        }
        assertThat(problems).isNotEmpty();
    }

    /** One program, plain and woven, with several arguments. */
    private static final class Run {
        private final List<String> problems = new ArrayList<>();
        private final String source;
        private long checked;
        private int completed;

        private Run(long seed, Fault fault) throws Exception {
            this.source = RandomProgram.of(seed, METHODS);
            Map<String, byte[]> files = InMemory.compile(source);
            TestClasses classes = fault == Fault.CALL_THAT_KILLS_NOTHING ? blind(files) : new TestClasses(files);
            Audited twice = Audited.of(files, classes, node -> Faults.put(fault, node));
            twice.woven().getField("action").set(null, (Runnable) Rights::synchronize);
            for (int method = 0; method < METHODS; method++) {
                for (int[] arguments : ARGUMENTS) {
                    compare(twice.plain(), twice.woven(), method, arguments);
                }
            }
        }

        private static TestClasses blind(Map<String, byte[]> files) {
            return new TestClasses(files) {
                @Override
                public boolean maySynchronize(String owner, String name, String descriptor, boolean virtual) {
                    return false;
                }
            };
        }

        private void compare(Class<?> plain, Class<?> woven, int method, int[] arguments) throws Exception {
            String expected = call(plain, method, arguments, false);
            Rights.reset();
            Faults.reset();
            String actual = call(woven, method, arguments, true);
            checked += Rights.accesses();
            String where = "m" + method + " of " + arguments[0] + ", " + arguments[1] + ": ";
            completed += expected.matches("-?\\d.*") ? 1 : 0;
            if (!expected.equals(actual)) {
                problems.add(where + expected + " became " + actual);
            }
            Rights.violations().stream().distinct().limit(3).forEach(violation -> problems.add(where + violation));
        }

        private static String call(Class<?> type, int number, int[] arguments, boolean share) throws Exception {
            Object self = type.getConstructor().newInstance();
            Object other = type.getConstructor().newInstance();
            java.lang.reflect.Field next = type.getDeclaredField("next");
            next.setAccessible(true);
            next.set(self, arguments[0] == 3 ? null : other);
            int[] u = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
            int[][] w = {u, new int[12], arguments[0] == 0 ? null : new int[9], {7, 8, 9, 1, 2, 3}, new int[10], u};
            if (share) {
                Rights.share(self);
                Rights.share(other);
                Rights.share(u);
                if (arguments[0] != 0) {
                    Rights.share(w);
                }
            }
            Method method = type.getMethod("m" + number, int.class, int.class, int[].class, int[][].class, type);
            Object object = arguments[0] == 3 ? null : other;
            String result;
            try {
                result = method.invoke(self, arguments[0], arguments[1], u, w, object)
                        .toString();
            } catch (InvocationTargetException e) {
                Throwable cause = e.getCause();
                result = cause.getClass().getName();
                if (cause instanceof ArrayIndexOutOfBoundsException) {
                    result += cause.getMessage();
                } else if (!(cause instanceof RuntimeException)) {
                    throw e;
                }
            }
            Object state = type.getMethod("state").invoke(self); // woven and audited, too
            return result + " " + state + " " + java.util.Arrays.hashCode(u);
        }
    }

    /** Breaks what the pass has made. Public, for woven classes call it. */
    public static final class Faults {
        private static final Map<Object, java.util.Optional<jdsm.runtime.Shared>> HANDLES =
                new java.util.IdentityHashMap<>();

        private Faults() {}

        static void reset() {
            HANDLES.clear();
        }

        static void put(Fault fault, ClassNode node) {
            node.methods.forEach(method -> {
                for (AbstractInsnNode instruction : method.instructions) {
                    if (instruction instanceof MethodInsnNode call && call.getOpcode() == Opcodes.INVOKESTATIC) {
                        put(fault, call);
                    }
                }
            });
        }

        private static void put(Fault fault, MethodInsnNode call) {
            boolean range = call.owner.equals(Snippets.RANGES) && call.desc.endsWith("IIIIII)V");
            boolean lookUp =
                    call.owner.equals(Snippets.CHECKS) && call.name.equals("of") && call.desc.startsWith("([I");
            if (fault == Fault.SHORT_RUN && range) {
                call.name += "ShortRun";
            }
            boolean shorter = fault == Fault.SHORT_RANGE || fault == Fault.SHORT_RUN;
            if (shorter && range || fault == Fault.STALE_HANDLE && lookUp) {
                call.owner = Faults.class.getName().replace('.', '/');
            }
        }

        /** A range one too short. */
        public static void read(
                jdsm.runtime.Shared shared, int first, int last, int step, int factor, int offset, int run) {
            jdsm.runtime.Ranges.read(shared, first, last - step, step, factor, offset, run);
        }

        /** A range one too short. */
        public static void write(
                jdsm.runtime.Shared shared, int first, int last, int step, int factor, int offset, int run) {
            jdsm.runtime.Ranges.write(shared, first, last - step, step, factor, offset, run);
        }

        /** A run one too short. */
        public static void readShortRun(
                jdsm.runtime.Shared shared, int first, int last, int step, int factor, int offset, int run) {
            jdsm.runtime.Ranges.read(shared, first, last, step, factor, offset, Math.max(run - 1, 0));
        }

        /** A run one too short. */
        public static void writeShortRun(
                jdsm.runtime.Shared shared, int first, int last, int step, int factor, int offset, int run) {
            jdsm.runtime.Ranges.write(shared, first, last, step, factor, offset, Math.max(run - 1, 0));
        }

        /** A handle that is kept over synchronisations. */
        public static jdsm.runtime.Shared of(int[] array) {
            return HANDLES.computeIfAbsent(
                            array, some -> java.util.Optional.ofNullable(jdsm.runtime.Checks.of((int[]) some)))
                    .orElse(null);
        }
    }
}
