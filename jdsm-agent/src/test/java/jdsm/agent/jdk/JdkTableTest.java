package jdsm.agent.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Type;

/** The table against the JDK that runs, and what is found in it. */
@Timeout(60)
class JdkTableTest {
    /** Classes and methods that Java 17 does not have yet. */
    private static final Set<String> NEWER = Set.of(
            "java/util/SequencedCollection",
            "java/util/SequencedMap",
            "java/lang/CharSequence getChars",
            "java/lang/StringBuffer repeat",
            "java/lang/StringBuilder repeat",
            "java/util/List addFirst",
            "java/util/List addLast",
            "java/util/List removeFirst",
            "java/util/List removeLast");

    private final Hierarchy classes = new ApplicationClasses(JdkTableTest::file, Scope.DEFAULT);

    private static byte[] file(String name) {
        try (var in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Conduct of(String owner, String name, String descriptor) {
        return JdkTable.of(owner, name, descriptor, classes);
    }

    @Test
    void eachRuleIsForAMethodThatThereIs() throws Exception {
        Set<String> wrong = new TreeSet<>();
        for (Map.Entry<String, Map<String, List<Rule>>> entry : JdkTable.rules().entrySet()) {
            String owner = entry.getKey();
            Class<?> type = load(owner);
            if (type == null) {
                if (!NEWER.contains(owner)) {
                    wrong.add("no class " + owner);
                }
                continue;
            }
            entry.getValue()
                    .forEach((name, rules) -> rules.forEach(rule -> {
                        boolean there = methods(type, name).anyMatch(method -> rule.matches(types(method)));
                        if (!there && !NEWER.contains(owner + " " + name)) {
                            wrong.add("no method " + owner + " " + rule);
                        }
                    }));
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void noRuleHidesAnotherOne() throws Exception {
        Set<String> hidden = new TreeSet<>();
        for (Map.Entry<String, Map<String, List<Rule>>> entry : JdkTable.rules().entrySet()) {
            Class<?> type = load(entry.getKey());
            if (type == null) {
                continue;
            }
            entry.getValue().forEach((name, rules) -> {
                Set<Rule> first = new java.util.HashSet<>();
                methods(type, name)
                        .forEach(method -> rules.stream()
                                .filter(rule -> rule.matches(types(method)))
                                .findFirst()
                                .ifPresent(first::add));
                rules.stream()
                        .filter(rule -> !first.contains(rule) && !NEWER.contains(entry.getKey() + " " + name))
                        .forEach(rule -> hidden.add(entry.getKey() + " " + rule));
            });
        }
        assertThat(hidden).isEmpty();
    }

    @Test
    void eachUseIsOfAParameterThatCanHaveIt() throws Exception {
        Set<String> wrong = new TreeSet<>();
        for (String owner : JdkTable.rules().keySet()) {
            Class<?> type = load(owner);
            if (type == null) {
                continue;
            }
            for (String name : JdkTable.rules().get(owner).keySet()) {
                methods(type, name).forEach(method -> {
                    Type[] types = types(method);
                    Conduct conduct = of(owner, name, descriptor(method));
                    conduct.uses().stream()
                            .filter(use -> !fits(use, types))
                            .forEach(use -> wrong.add(method + ": " + use));
                });
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static boolean fits(Use use, Type[] types) {
        if (use.parameter() >= types.length) {
            return false;
        }
        boolean object = types[use.parameter()].getSort() == Type.OBJECT;
        boolean array = types[use.parameter()].getSort() == Type.ARRAY;
        boolean range = !use.hasRange()
                || types[use.to()] == Type.INT_TYPE && (use.from() < 0 || types[use.from()] == Type.INT_TYPE);
        return range && (use.kind() == Use.Kind.CHANGED ? object : array || object);
    }

    /** Replacements must have the very name and parameters, for a call is only given another owner. */
    @Test
    void whatIsReplacedIsThere() throws Exception {
        Set<String> missing = new TreeSet<>();
        for (String owner : JdkTable.rules().keySet()) {
            Class<?> type = load(owner);
            if (type == null) {
                continue;
            }
            for (String name : JdkTable.rules().get(owner).keySet()) {
                methods(type, name).forEach(method -> {
                    Conduct conduct = of(owner, name, descriptor(method));
                    Class<?> in = conduct.is(Conduct.Trait.VIEW)
                            ? jdsm.runtime.ArrayViews.class
                            : conduct.is(Conduct.Trait.REPLACED) ? jdsm.runtime.ArrayFunctions.class : null;
                    if (in != null
                            && methods(in, name)
                                    .noneMatch(other -> descriptor(other).equals(descriptor(method)))) {
                        missing.add(method.toString());
                    }
                });
            }
        }
        assertThat(missing).isEmpty();
    }

    /** What the table says is only read, is: called with arrays of random content, as far as that can be done blindly. */
    @Test
    void whatIsReadIsNotWritten() throws Exception {
        List<String> called = new ArrayList<>();
        for (var method : Arrays.class.getMethods()) {
            Conduct conduct = of("java/util/Arrays", method.getName(), Type.getMethodDescriptor(method));
            boolean reads =
                    !conduct.uses().isEmpty() && conduct.uses().stream().allMatch(use -> use.kind() == Use.Kind.READ);
            if (reads) {
                Object[] arguments = arguments(method.getParameterTypes());
                Object[] copies = Stream.of(arguments).map(JdkTableTest::copy).toArray();
                method.invoke(null, arguments);
                assertThat(Arrays.deepEquals(arguments, copies))
                        .as(method.toString())
                        .isTrue();
                called.add(method.getName());
            }
        }
        assertThat(called).contains("copyOf", "equals", "mismatch", "toString", "binarySearch", "hashCode");
    }

    private static Object[] arguments(Class<?>[] types) {
        boolean range = Stream.of(types).filter(type -> type == int.class).count() >= 2;
        int[] next = {0};
        return Stream.of(types)
                .map(type -> {
                    if (type.isArray()) {
                        Object array = Array.newInstance(type.getComponentType(), 3);
                        for (int i = 0; i < 3; i++) {
                            Array.set(array, i, value(type.getComponentType(), 3 - i));
                        }
                        return array;
                    }
                    return range && type == int.class ? Integer.valueOf(next[0]++ % 2 + 1) : value(type, 2);
                })
                .toArray();
    }

    private static Object value(Class<?> type, int number) {
        if (type == boolean.class) {
            return number % 2 == 0;
        } else if (type == char.class) {
            return (char) number;
        } else if (type == byte.class) {
            return (byte) number;
        } else if (type == short.class) {
            return (short) number;
        } else if (type == long.class) {
            return (long) number;
        } else if (type == float.class) {
            return (float) number;
        } else if (type == double.class) {
            return (double) number;
        } else if (type == java.util.Comparator.class) {
            return java.util.Comparator.<Integer>naturalOrder();
        } else if (type == Class.class) {
            return Object[].class;
        }
        return number;
    }

    private static Object copy(Object argument) {
        if (argument == null || !argument.getClass().isArray()) {
            return argument;
        }
        int length = Array.getLength(argument);
        Object copy = Array.newInstance(argument.getClass().getComponentType(), length);
        System.arraycopy(argument, 0, copy, 0, length);
        return copy;
    }

    @ParameterizedTest
    @CsvSource({
        "java/util/Arrays, fill, ([III I)V, true, WRITE",
        "java/util/ArrayList, toArray, ([Ljava/lang/Object;)[Ljava/lang/Object;, true, WRITE",
        "java/io/FileInputStream, read, ([BII)I, true, WRITE",
        "java/io/PrintStream, write, ([BII)V, true, READ",
        "javax/crypto/Cipher, doFinal, ([B)[B, true, READ",
        "java/nio/ByteBuffer, wrap, ([B)Ljava/nio/ByteBuffer;, true, KEPT",
        "java/util/zip/Inflater, setInput, ([B)V, true, KEPT",
        "java/lang/String, <init>, ([C)V, true, READ",
        "java/lang/String, getChars, (II[CI)V, true, WRITE",
        "java/text/Bidi, requiresBidi, ([CII)Z, false, KEPT",
        "org/acme/Library, update, ([D)V, false, KEPT",
    })
    void whatIsFound(String owner, String name, String descriptor, boolean known, Use.Kind kind) {
        Conduct conduct = of(owner, name, descriptor.replace(" ", ""));

        assertThat(conduct.known()).isEqualTo(known);
        assertThat(conduct.uses()).extracting(Use::kind).containsExactly(kind);
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name.replace('/', '.'), false, JdkTableTest.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static Stream<Executable> methods(Class<?> type, String name) {
        List<Executable> all = new ArrayList<>();
        if (name.equals("<init>")) {
            all.addAll(List.of(type.getDeclaredConstructors()));
        }
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            all.addAll(List.of(at.getDeclaredMethods()));
        }
        all.addAll(List.of(type.getMethods()));
        return all.stream()
                .filter(method -> name.equals("<init>") || method.getName().equals(name));
    }

    private static Type[] types(Executable method) {
        return Type.getArgumentTypes(descriptor(method));
    }

    private static String descriptor(Executable method) {
        return method instanceof java.lang.reflect.Method known
                ? Type.getMethodDescriptor(known)
                : Type.getConstructorDescriptor((java.lang.reflect.Constructor<?>) method);
    }
}
