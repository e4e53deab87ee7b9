package jdsm.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ref.ReferenceQueue;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Jobs whose ranks have the classes of earlier jobs find none of their state. */
class TestJobLoadersTest {
    /** Tables that are complete when their class is initialised. */
    private static final Set<String> CONSTANT =
            Set.of("jdsm.codec.JdkValue.BY_TYPE", "jdsm.profile.RankProfile.EVENTS");

    /** The names of what keeps state in static fields, of all classes of jdsm-core. */
    @Test
    void allClassesWithStaticStateAreKnown() throws Exception {
        Set<String> changing = new HashSet<>();
        ClassLoader loader = InprocJob.newLoader(0);
        for (String name : classesOfCore()) {
            for (Field field : loader.loadClass(name).getDeclaredFields()) {
                if (mayChange(field) && !CONSTANT.contains(name + "." + field.getName())) {
                    changing.add(name);
                }
            }
        }

        assertThat(changing).isNotEmpty().isSubsetOf(TestJobLoaders.WITH_STATE);
    }

    private static boolean mayChange(Field field) throws IllegalAccessException {
        if (!Modifier.isStatic(field.getModifiers()) || field.isSynthetic()) {
            return false;
        }
        field.setAccessible(true);
        Object value = field.get(null);
        return !Modifier.isFinal(field.getModifiers())
                || value instanceof AtomicInteger
                || value instanceof ThreadLocal
                || value instanceof ReferenceQueue
                || (value instanceof Collection || value instanceof Map)
                        && !value.getClass().getName().matches("java\\.util\\.(ImmutableCollections|Collections)\\$.*");
    }

    private static Set<String> classesOfCore() throws IOException {
        Path root = Path.of(RankMain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        Set<String> names = new HashSet<>();
        try (Stream<Path> files = Files.walk(root)) {
            files.map(file -> root.relativize(file).toString())
                    .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
                    .forEach(file -> names.add(
                            file.substring(0, file.length() - ".class".length()).replace('/', '.')));
        }
        return names;
    }

    @Test
    void aLaterJobFindsStaticFieldsAsTheFirstOne() throws Exception {
        ClassLoader files = TestJobLoadersTest.class.getClassLoader();
        TestJobLoaders first = TestJobLoaders.take(1, files, Map::of);
        Map<String, Object> before = staticFields(first.of(0));
        for (String name : TestJobLoaders.WITH_STATE) {
            for (Field field : first.of(0).loadClass(name).getDeclaredFields()) {
                spoil(field);
            }
        }
        assertThat(staticFields(first.of(0))).isNotEqualTo(before);
        first.giveBack(ExitStatus.OK);

        TestJobLoaders second = TestJobLoaders.take(1, files, Map::of);

        assertThat(second.of(0)).isNotSameAs(first.of(0));
        assertThat(second.of(0).loadClass("jdsm.spi.RankContext"))
                .isSameAs(first.of(0).loadClass("jdsm.spi.RankContext"));
        assertThat(staticFields(second.of(0))).isEqualTo(before);
    }

    @Test
    void classesOfAFailedJobAreNotUsedAgain() throws Exception {
        ClassLoader files = TestJobLoadersTest.class.getClassLoader();
        TestJobLoaders first = TestJobLoaders.take(1, files, Map::of);
        first.giveBack(ExitStatus.FAILED);

        assertThat(TestJobLoaders.take(1, files, Map::of).of(0).loadClass("jdsm.spi.RankContext"))
                .isNotSameAs(first.of(0).loadClass("jdsm.spi.RankContext"));
    }

    @SuppressWarnings("unchecked")
    private static void spoil(Field field) throws IllegalAccessException {
        field.setAccessible(true);
        if (!Modifier.isStatic(field.getModifiers()) || Modifier.isFinal(field.getModifiers())) {
            return;
        }
        if (field.getType() == boolean.class) {
            field.setBoolean(null, !field.getBoolean(null));
        } else if (field.getType() == int.class) {
            field.setInt(null, field.getInt(null) + 1);
        } else if (field.get(null) instanceof AtomicInteger counter) {
            counter.incrementAndGet();
        } else if (field.get(null) instanceof Map<?, ?> map) {
            ((Map<Object, Object>) map).put("left", "behind");
        } else if (field.get(null) instanceof Collection<?> collection && collection.isEmpty()) {
            ((Collection<Object>) collection).add("left");
        }
    }

    /** What can be compared: numbers, and the contents of collections. */
    private static Map<String, Object> staticFields(ClassLoader loader) throws ReflectiveOperationException {
        Map<String, Object> values = new TreeMap<>();
        for (String name : TestJobLoaders.WITH_STATE) {
            for (Field field : loader.loadClass(name).getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    Object value = field.get(null);
                    values.put(
                            name + "." + field.getName(),
                            value instanceof Map || value instanceof Set || value instanceof AtomicInteger
                                    ? value.toString()
                                    : value instanceof Number || value instanceof Boolean ? value : value == null);
                }
            }
        }
        return values;
    }
}
