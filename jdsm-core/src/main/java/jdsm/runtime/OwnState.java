package jdsm.runtime;

import java.nio.Buffer;
import java.security.MessageDigest;
import java.text.DateFormat;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Date;
import java.util.DoubleSummaryStatistics;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Scanner;
import java.util.Set;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.regex.Matcher;
import java.util.zip.Checksum;

/**
 * The content of objects that keep state without checks, such as the collections, atomics and locks of the JDK. A
 * digest of the content shows changes that no call of the runtime announced. Stateless.
 */
final class OwnState {
    private static final String CONCURRENT = "java.util.concurrent.";
    /** The class of {@code Collections.nCopies}: a list of any length with one element. */
    private static final String COPIES = "java.util.Collections$CopiesList";

    private static final Set<Class<?>> VALUES = Set.of(
            String.class,
            Boolean.class,
            Byte.class,
            Character.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class);

    /** Other classes of the JDK whose objects programs change; the table of the JDK names their changing methods. */
    private static final List<Class<?>> KEEPERS = List.of(
            Buffer.class,
            Calendar.class,
            Checksum.class,
            Date.class,
            DateFormat.class,
            DoubleSummaryStatistics.class,
            IntSummaryStatistics.class,
            LongSummaryStatistics.class,
            Matcher.class,
            MessageDigest.class,
            Scanner.class,
            StringJoiner.class,
            StringTokenizer.class);

    private OwnState() {}

    /**
     * Whether an object keeps state without checks; true also for objects of application classes that cannot be shared.
     */
    static boolean is(Object object) {
        if (object instanceof Collection
                || object instanceof Map
                || object instanceof CharSequence
                || object instanceof BitSet) {
            return !(object instanceof String);
        }
        Class<?> type = object.getClass();
        return isOfApplication(type) && !type.isHidden()
                || jdkPart(type).getName().startsWith(CONCURRENT)
                || KEEPERS.stream().anyMatch(keeper -> keeper.isInstance(object));
    }

    /**
     * Whether a class belongs to the application: a class loader other than those of the JDK defined it. Reflection
     * opens the fields of such a class, not those of a class of the JDK.
     */
    static boolean isOfApplication(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null && loader != ClassLoader.getPlatformClassLoader();
    }

    /** The nearest superclass that belongs to the JDK, or the class itself. */
    private static Class<?> jdkPart(Class<?> type) {
        Class<?> at = type;
        while (isOfApplication(at)) {
            at = at.getSuperclass();
        }
        return at;
    }

    /**
     * The elements, keys and values in an object; empty where a method of the application would have to be called for
     * them.
     */
    static Collection<?> contents(Object object) {
        if (object instanceof Map<?, ?> map && isJdks(map.getClass(), "entrySet")) {
            List<Object> all = new ArrayList<>(map.keySet());
            all.addAll(map.values());
            return all;
        } else if (object instanceof Collection<?> collection && isJdks(collection.getClass(), "iterator")) {
            boolean copies = collection.getClass().getName().equals(COPIES) && !collection.isEmpty();
            return copies ? List.of(collection.iterator().next()) : collection;
        } else if (object instanceof AtomicReference<?> reference) {
            return ofNullable(reference.get());
        } else if (object instanceof AtomicReferenceArray<?> array) {
            List<Object> all = new ArrayList<>();
            for (int i = 0; i < array.length(); i++) {
                all.add(array.get(i));
            }
            return all;
        } else if (object instanceof Optional<?> optional) {
            return ofNullable(optional.orElse(null));
        }
        return List.of();
    }

    private static Collection<?> ofNullable(Object object) {
        return object == null ? List.of() : List.of(object);
    }

    private static boolean isJdks(Class<?> type, String method) {
        try {
            return !isOfApplication(type.getMethod(method).getDeclaringClass());
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type + " has no " + method, e);
        }
    }

    /**
     * A digest that differs where the content differs. Values count by their hash code, other elements by their
     * identity.
     */
    static long digest(Object object) {
        try {
            return digestNow(object);
        } catch (ConcurrentModificationException e) {
            return -1; // another thread changes the object now
        }
    }

    private static long digestNow(Object object) {
        if (object instanceof WeakHashMap || object instanceof Buffer) {
            return 0; // the garbage collector changes the one, and reading moves the position of the other
        } else if (object instanceof Map<?, ?> map && isJdks(map.getClass(), "entrySet")) {
            long sum = map.size();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                sum += mixed(31 * element(entry.getKey()) + element(entry.getValue()));
            }
            return sum;
        } else if (object instanceof List<?>) {
            long sum = 1;
            for (Object element : contents(object)) {
                sum = 31 * sum + element(element);
            }
            return sum;
        } else if (object instanceof Number number) {
            return 31 * Double.doubleToLongBits(number.doubleValue()) + number.longValue();
        } else if (object instanceof CharSequence || object instanceof BitSet || isArrayOfNumbers(object)) {
            return object.toString().hashCode();
        } else if (object instanceof AtomicBoolean flag) {
            return flag.get() ? 1 : 0;
        } else if (object instanceof Semaphore semaphore) {
            return semaphore.availablePermits();
        } else if (object instanceof CountDownLatch latch) {
            return latch.getCount();
        }
        long sum = 0;
        for (Object element : contents(object)) {
            sum += mixed(element(element));
        }
        return sum;
    }

    private static boolean isArrayOfNumbers(Object object) {
        String name = object.getClass().getName();
        return name.equals("java.util.concurrent.atomic.AtomicIntegerArray")
                || name.equals("java.util.concurrent.atomic.AtomicLongArray");
    }

    private static long element(Object element) {
        boolean value = element != null && VALUES.contains(element.getClass());
        return value ? element.hashCode() : System.identityHashCode(element);
    }

    /**
     * Scrambles a value by the finaliser of SplitMix64 (Steele, Lea, Flood 2014), so that sums over different elements
     * differ.
     */
    private static long mixed(long value) {
        long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
