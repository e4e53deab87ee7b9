package jdsm.agent.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import jdsm.agent.pass.access.InMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Objects that build texts are the JDK's within a method and others where they may be shared, and methods do the same. */
@Timeout(120)
class TextRewriterTest {
    private static final int PROGRAMS = Integer.getInteger("jdsm.test.programs", 12);
    private static final long SEED = Long.getLong("jdsm.test.seed", 1);

    private static byte[] read(String name) {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, byte[]> rewritten(Map<String, byte[]> files) {
        Twins twins = new Twins(new FilesInMemory(files, TextRewriterTest::read), Scope.DEFAULT);
        Map<String, byte[]> changed = new HashMap<>();
        files.forEach((name, bytes) -> changed.put(name, twins.rewritten(bytes)));
        return changed;
    }

    /** Which of two classes the methods of a class file call, by the methods of the class. */
    private static String called(byte[] classFile, String method) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, 0);
        Set<String> owners = new TreeSet<>();
        for (MethodNode each : node.methods) {
            for (AbstractInsnNode instruction : each.instructions) {
                if (each.name.equals(method)
                        && instruction instanceof MethodInsnNode call
                        && call.owner.matches(".*/String(Builder|Buffer|Joiner)")) {
                    owners.add(call.owner);
                }
            }
        }
        return String.join(" ", owners);
    }

    @Test
    void whatStaysWithinAMethodStaysTheJdks() {
        byte[] classFile = rewritten(InMemory.compile("""
                        class Texts {
                            static Object kept = new StringBuilder[1];
                            StringBuilder field;
                            static String joined(int n) {
                                StringBuilder all = null;
                                for (int i = 0; i < n; i++) {
                                    if (all == null) { all = new StringBuilder(); }
                                    all = all.append(i).append(',');
                                }
                                System.out.println(all);
                                return all == null ? "" : all.toString();
                            }
                            static StringBuilder returned() { return new StringBuilder().append(1); }
                            void stored() { StringBuilder one = new StringBuilder(); one.append(2); field = one; }
                            static int both(boolean which) {
                                StringBuilder own = new StringBuilder();
                                return (which ? own : returned()).append(1).length();
                            }
                            static String buffer() { return new StringBuffer("b").append(1).toString(); }
                            static String written(java.io.StringWriter writer) { return writer.getBuffer().reverse().toString(); }
                            static CharSequence any(java.io.StringWriter writer, boolean which) {
                                CharSequence any = which ? writer.getBuffer() : "none";
                                return any.length() > 9 ? any : writer.getBuffer();
                            }
                            static int length(StringBuilder text) { return text.length(); }
                        }
                        """)).get("Texts");

        assertThat(called(classFile, "joined")).isEqualTo("java/lang/StringBuilder");
        for (String method : new String[] {"returned", "stored", "both", "length"}) {
            assertThat(called(classFile, method)).as(method).isEqualTo("jdsm/util/StringBuilder");
        }
        assertThat(called(classFile, "buffer")).isEqualTo("java/lang/StringBuffer");
        assertThat(called(classFile, "written")).isEqualTo("java/lang/StringBuffer");
        assertThat(called(classFile, "any")).isEmpty();
    }

    @Test
    void anObjectOfTheJdksIsOneForInstanceofAndFailsInACast() throws ReflectiveOperationException {
        Map<String, byte[]> files = InMemory.compile("""
                class Random {
                    StringBuffer kept;
                    static String kind(Object object) { return object instanceof StringBuffer ? "buffer" : "other"; }
                    String run0(int n) {
                        Object given = new java.io.StringWriter().getBuffer();
                        kept = n > 1 ? (StringBuffer) array(given)[0] : new StringBuffer();
                        return kind(given) + kind(kept) + kind("");
                    }
                    static Object[] array(Object object) { return new Object[] {object}; }
                }
                """);

        assertThat(outcome(rewritten(files), "run0", 0)).isEqualTo("bufferbufferother");
        assertThat(outcome(rewritten(files), "run0", 2)).isEqualTo("java.lang.ClassCastException");
    }

    @Test
    void aProgramThatKeepsNoneIsNotChanged() {
        Map<String, byte[]> files = InMemory.compile("""
                class Plain {
                    @jdsm.Local StringBuilder own;
                    transient StringBuffer another;
                    static void add(StringBuilder text) { text.append(1); }
                    Object made() { return new StringBuilder(); }
                }
                """);

        assertThat(rewritten(files)).isEqualTo(files);
    }

    @Test
    void randomMethodsReturnTheSame() throws ReflectiveOperationException {
        for (int program = 0; program < PROGRAMS; program++) {
            String source = new RandomTexts(SEED * 1000 + program).program("Random", 8);
            Map<String, byte[]> files = InMemory.compile(source);
            Map<String, byte[]> changed = rewritten(files);
            for (int method = 0; method < 8; method++) {
                for (int n = 0; n < 4; n++) {
                    String name = "run" + method;

                    assertThat(outcome(changed, name, n))
                            .as("seed %d, program %d, %s(%d)", SEED, program, name, n)
                            .isEqualTo(outcome(files, name, n));
                }
            }
        }
    }

    private static String outcome(Map<String, byte[]> files, String name, int n) throws ReflectiveOperationException {
        ClassLoader loader = new ClassLoader(TextRewriterTest.class.getClassLoader()) {
            @Override
            protected Class<?> findClass(String type) throws ClassNotFoundException {
                byte[] bytes = files.get(type);
                if (bytes == null) {
                    throw new ClassNotFoundException(type);
                }
                return defineClass(type, bytes, 0, bytes.length);
            }
        };
        Constructor<?> constructor = loader.loadClass("Random").getDeclaredConstructor();
        constructor.setAccessible(true);
        Method method = constructor.getDeclaringClass().getDeclaredMethod(name, int.class);
        method.setAccessible(true);
        try {
            return (String) method.invoke(constructor.newInstance(), n);
        } catch (InvocationTargetException e) {
            return e.getCause().getClass().getName();
        }
    }
}
