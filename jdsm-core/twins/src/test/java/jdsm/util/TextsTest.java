package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All public methods of the JDK's classes that build texts, on random texts, compared with those of the types in their place. */
class TextsTest {
    private static final Map<Class<?>, Class<?>> TYPES = Map.of(
            java.lang.StringBuilder.class, StringBuilder.class,
            java.lang.StringBuffer.class, StringBuffer.class,
            java.util.StringJoiner.class, StringJoiner.class);

    private static final String[] TEXTS = {
        "", "a", "null", "\ud83d\ude00", "long enough for the second way", "\ude00x\ud83d", "aba"
    };

    /** A pair of objects with the same past. */
    private record Pair(Object jdks, Object own) {
        static Pair of(Class<?> type, String text) throws ReflectiveOperationException {
            return new Pair(
                    type.getConstructor(constructor(type)).newInstance(text),
                    TYPES.get(type).getConstructor(constructor(type)).newInstance(text));
        }

        private static Class<?> constructor(Class<?> type) {
            return type == java.util.StringJoiner.class ? CharSequence.class : String.class;
        }
    }

    static Stream<Class<?>> types() {
        return TYPES.keySet().stream();
    }

    /** The methods that programs call, but for streams and those of Object. */
    private static List<Method> methods(Class<?> type) {
        return Stream.of(type.getMethods())
                .filter(method -> !method.isBridge() && !Modifier.isStatic(method.getModifiers()))
                .filter(method -> method.getDeclaringClass() != Object.class
                        && !method.getName().equals("describeConstable"))
                .sorted((one, other) -> one.toString().compareTo(other.toString()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("types")
    void allMethodsDoTheSame(Class<?> type) throws ReflectiveOperationException {
        Random random = new Random(7);
        List<Method> methods = methods(type);
        assertThat(methods).hasSizeGreaterThan(4);
        for (int round = 0; round < 300; round++) {
            Pair pair = Pair.of(type, TEXTS[random.nextInt(TEXTS.length)]);
            for (int step = 0; step < 40; step++) {
                Method method = methods.get(random.nextInt(methods.size()));
                Method own = TYPES.get(type).getMethod(method.getName(), twins(method.getParameterTypes()));
                int length = pair.own().toString().length();
                Pair[] arguments = Stream.of(method.getParameterTypes())
                        .map(parameter -> argument(parameter, random, length))
                        .toArray(Pair[]::new);
                String expected = outcome(
                        method,
                        pair.jdks(),
                        Stream.of(arguments).map(Pair::jdks).toArray());
                String found = outcome(
                        own, pair.own(), Stream.of(arguments).map(Pair::own).toArray());

                assertThat(found).as("%s of %s", method, pair.jdks()).isEqualTo(expected);
                assertThat(pair.own())
                        .as(method.toString())
                        .hasToString(pair.jdks().toString());
            }
        }
    }

    private static Class<?>[] twins(Class<?>[] types) {
        return Stream.of(types).map(type -> TYPES.getOrDefault(type, type)).toArray(Class<?>[]::new);
    }

    private static Pair argument(Class<?> type, Random random, int length) {
        String text = TEXTS[random.nextInt(TEXTS.length)];
        if (TYPES.containsKey(type)) {
            try {
                return Pair.of(type, text);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
        Object same = switch (type.getSimpleName()) {
            case "int" -> random.nextInt(-1, Math.min(length, 60) + 2);
            case "boolean" -> random.nextBoolean();
            case "char" -> (char) ('a' + random.nextInt(26));
            case "long" -> random.nextLong();
            case "float" -> random.nextFloat();
            case "double" -> random.nextDouble();
            case "char[]" -> text.toCharArray();
            default -> text;
        };
        return new Pair(same, same);
    }

    /** The result as a text, or the class of the exception; of characters that a method has copied, these. */
    private static String outcome(Method method, Object receiver, Object[] arguments) throws IllegalAccessException {
        try {
            if (method.getName().equals("getChars")) {
                arguments[2] = ((char[]) arguments[2]).clone();
            }
            Object result = method.invoke(receiver, arguments);
            if (method.getName().equals("getChars")) {
                return new String((char[]) arguments[2]);
            }
            if (method.getName().equals("capacity")) {
                return "any";
            }
            return result instanceof IntStream characters
                    ? java.util.Arrays.toString(characters.toArray())
                    : String.valueOf(result);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            return (cause instanceof IndexOutOfBoundsException ? IndexOutOfBoundsException.class : cause.getClass())
                    .getName();
        }
    }
}
