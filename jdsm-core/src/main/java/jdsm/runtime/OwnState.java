package jdsm.runtime;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Objects in which programs keep state and that no check stands before, as collections, atomics and locks of the JDK are: what is
 * in them, and a digest of it, by which a change shows that no call has told of. Stateless.
 */
final class OwnState {
    private static final String CONCURRENT = "java.util.concurrent.";
    /** As long as somebody says, and of one element. */
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

    private OwnState() {}

    /** Whether an object is one of them; also those of the application's classes that cannot be shared. */
    static boolean is(Object object) {
        if (object instanceof Collection
                || object instanceof Map
                || object instanceof CharSequence
                || object instanceof BitSet) {
            return !(object instanceof String);
        }
        Class<?> type = object.getClass();
        return isOfApplication(type) && !type.isHidden()
                || jdkPart(type).getName().startsWith(CONCURRENT);
    }

    /** Whether a class's fields may be looked at: not those of the JDK. */
    static boolean isOfApplication(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null && loader != ClassLoader.getPlatformClassLoader();
    }

    /** The first class from here on up that is the JDK's. */
    private static Class<?> jdkPart(Class<?> type) {
        Class<?> at = type;
        while (isOfApplication(at)) {
            at = at.getSuperclass();
        }
        return at;
    }

    /** What is in it: elements, keys and values; nothing where methods of the application would have to be called. */
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

    /** Differs where the state differs; of what is in it, values count by what they are, all else by its identity. */
    static long digest(Object object) {
        try {
            return digestNow(object);
        } catch (ConcurrentModificationException e) {
            return -1; // another thread is just changing it
        }
    }

    private static long digestNow(Object object) {
        if (object instanceof WeakHashMap) {
            return 0; // the collector changes it, too
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

    /** By the finaliser of SplitMix64 (Steele, Lea, Flood 2014), so that sums differ where elements do. */
    private static long mixed(long value) {
        long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
