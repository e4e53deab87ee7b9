package jdsm.node;

import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The class loaders of a job's ranks for tests that run many programs. The classes of the program, and all that is woven, are
 * each job's own. Those of jdsm-core stay from job to job, by rank: to load, verify and warm up a thousand classes is most
 * of what a short job costs. Before each job their static fields become what they were when the classes were loaded.
 */
public final class TestJobLoaders {
    /** Classes of jdsm-core whose static fields change: their initialisers run again before each job. */
    static final Set<String> WITH_STATE = Set.of(
            "jdsm.node.RankMain",
            "jdsm.node.RankOutput",
            "jdsm.runtime.Allocations",
            "jdsm.runtime.ArrayRights",
            "jdsm.runtime.Atomics",
            "jdsm.runtime.ClassRights",
            "jdsm.runtime.Exits",
            "jdsm.runtime.Hashes",
            "jdsm.runtime.Heads",
            "jdsm.runtime.Held",
            "jdsm.runtime.KeptArrays",
            "jdsm.runtime.LateInitializers",
            "jdsm.runtime.Lowered",
            "jdsm.runtime.NamedMonitors",
            "jdsm.runtime.NamedPatterns",
            "jdsm.runtime.Observed",
            "jdsm.runtime.Overruns",
            "jdsm.runtime.Presence",
            "jdsm.runtime.Profiled",
            "jdsm.runtime.Refusal",
            "jdsm.runtime.RowRights",
            "jdsm.runtime.SharedArrays",
            "jdsm.runtime.Statics",
            "jdsm.runtime.ThreadNumbers",
            "jdsm.runtime.VarHandles",
            "jdsm.runtime.Visitors",
            "jdsm.spi.RankContext");

    private static final String AGAIN = "initializeAgain";

    private static final Map<Integer, Queue<RuntimeLoader>> IDLE = new ConcurrentHashMap<>();

    private final List<RuntimeLoader> runtimes;
    private final List<ClassLoader> loaders;

    private TestJobLoaders(List<RuntimeLoader> runtimes, List<ClassLoader> loaders) {
        this.runtimes = runtimes;
        this.loaders = loaders;
    }

    /**
     * Takes a loader for each rank.
     *
     * @param files finds the class files of the program
     * @param definitions what is defined in place of a file that was found
     */
    static TestJobLoaders take(int ranks, ClassLoader files, IsolatingClassLoader.Definitions definitions) {
        List<RuntimeLoader> runtimes =
                IntStream.range(0, ranks).mapToObj(RuntimeLoader::take).toList();
        List<ClassLoader> loaders = IntStream.range(0, ranks)
                .<ClassLoader>mapToObj(rank -> new ProgramLoader(rank, files, definitions, runtimes.get(rank)))
                .toList();
        return new TestJobLoaders(runtimes, loaders);
    }

    ClassLoader of(int rank) {
        return loaders.get(rank);
    }

    /** Lets later jobs have the classes. After a job that has failed, threads of it may still run: then they are dropped. */
    void giveBack(int status) {
        if (Set.of(ExitStatus.OK, ExitStatus.RACE, ExitStatus.UNSOUND)
                .contains(status)) { // the ranks have ended in order
            runtimes.forEach(runtime -> IDLE.get(runtime.rank).add(runtime));
        }
    }

    private static final class ProgramLoader extends IsolatingClassLoader {
        private final RuntimeLoader runtime;

        ProgramLoader(int rank, ClassLoader files, Definitions definitions, RuntimeLoader runtime) {
            super(rank, files, definitions);
            this.runtime = runtime;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return RuntimeLoader.has(name) ? runtime.loadClass(name, resolve) : super.loadClass(name, resolve);
        }
    }

    /** Defines classes of jdsm-core. */
    private static final class RuntimeLoader extends IsolatingClassLoader {
        private static final Map<String, Boolean> KNOWN = new ConcurrentHashMap<>();
        private static final String ROOT = root();

        private final int rank;

        private RuntimeLoader(int rank) {
            super(rank, TestJobLoaders.class.getClassLoader(), (name, found) -> Map.of(name, changed(name, found)));
            this.rank = rank;
        }

        static RuntimeLoader take(int rank) {
            RuntimeLoader idle = IDLE.computeIfAbsent(rank, any -> new ConcurrentLinkedQueue<>())
                    .poll();
            if (idle == null) {
                return new RuntimeLoader(rank);
            }
            idle.initializeAgain();
            return idle;
        }

        private static String root() {
            String file = RankMain.class.getName().replace('.', '/') + ".class";
            String url = RankMain.class.getClassLoader().getResource(file).toString();
            return url.substring(0, url.length() - file.length());
        }

        static boolean has(String name) {
            return name.startsWith("jdsm.") && !isCommon(name) && KNOWN.computeIfAbsent(name, RuntimeLoader::isThere);
        }

        private static boolean isThere(String name) {
            URL url = RankMain.class.getClassLoader().getResource(name.replace('.', '/') + ".class");
            return url != null && url.toString().startsWith(ROOT);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!has(name) && !isCommon(name)) {
                throw new ClassNotFoundException(name + ", asked for by jdsm-core");
            }
            return super.loadClass(name, resolve);
        }

        private void initializeAgain() {
            for (String name : WITH_STATE) {
                Class<?> type = findLoadedClass(name);
                if (type != null) {
                    try {
                        type.getMethod(AGAIN).invoke(null);
                    } catch (ReflectiveOperationException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        }

        private static byte[] changed(String name, byte[] file) {
            if (!WITH_STATE.contains(name)) {
                return file;
            }
            ClassReader reader = new ClassReader(file);
            ClassWriter writer = new ClassWriter(reader, 0);
            reader.accept(new Repeatable(writer), 0);
            return writer.toByteArray();
        }
    }

    /** Gives a class a method that does what its initialiser does, from fields without values. */
    private static final class Repeatable extends ClassVisitor {
        private record StaticField(String name, String descriptor) {}

        private final List<StaticField> fields = new ArrayList<>();
        private String name;
        private boolean hasInitializer;

        Repeatable(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visit(int version, int access, String name, String signature, String above, String[] interfaces) {
            this.name = name;
            super.visit(version, access | Opcodes.ACC_PUBLIC, name, signature, above, interfaces);
        }

        @Override
        public FieldVisitor visitField(int access, String field, String type, String signature, Object value) {
            if ((access & Opcodes.ACC_STATIC) == 0 || value != null) {
                return super.visitField(access, field, type, signature, value);
            }
            fields.add(new StaticField(field, type));
            return super.visitField(access & ~Opcodes.ACC_FINAL, field, type, signature, value);
        }

        @Override
        public MethodVisitor visitMethod(int access, String method, String type, String signature, String[] thrown) {
            if (!method.equals("<clinit>")) {
                return super.visitMethod(access, method, type, signature, thrown);
            }
            hasInitializer = true;
            MethodVisitor initializer = super.visitMethod(access, method, type, signature, thrown);
            initializer.visitCode();
            initializer.visitMethodInsn(Opcodes.INVOKESTATIC, name, AGAIN, "()V", false);
            initializer.visitInsn(Opcodes.RETURN);
            initializer.visitMaxs(0, 0);
            initializer.visitEnd();
            return new MethodVisitor(Opcodes.ASM9, again()) {
                @Override
                public void visitCode() {
                    super.visitCode();
                    clear(mv);
                }

                @Override
                public void visitMaxs(int stack, int locals) {
                    super.visitMaxs(Math.max(stack, 2), locals);
                }
            };
        }

        @Override
        public void visitEnd() {
            if (!hasInitializer) {
                MethodVisitor again = again();
                again.visitCode();
                clear(again);
                again.visitInsn(Opcodes.RETURN);
                again.visitMaxs(2, 0);
                again.visitEnd();
            }
            super.visitEnd();
        }

        private MethodVisitor again() {
            return super.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, AGAIN, "()V", null, null);
        }

        private void clear(MethodVisitor code) {
            for (StaticField each : fields) {
                code.visitInsn(
                        switch (each.descriptor.charAt(0)) {
                            case 'L', '[' -> Opcodes.ACONST_NULL;
                            case 'J' -> Opcodes.LCONST_0;
                            case 'D' -> Opcodes.DCONST_0;
                            case 'F' -> Opcodes.FCONST_0;
                            default -> Opcodes.ICONST_0;
                        });
                code.visitFieldInsn(Opcodes.PUTSTATIC, name, each.name, each.descriptor);
            }
        }
    }
}
