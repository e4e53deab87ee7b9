package jdsm.runtime;

import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Hash codes of any objects that are the same on all ranks. Where a class of the JDK computes its hash code from
 * those of its elements, so do these methods, by the specification of the interface: the class itself would ask enum
 * constants and classes for their identity hash codes. Thread-safe; blocks while it fetches copies.
 */
final class HashCodes {
    private HashCodes() {}

    static int of(Object object) {
        Class<?> type = object.getClass();
        if (type == String.class || object instanceof Number || object instanceof Woven) {
            return object.hashCode();
        } else if (type.isArray() || type == Object.class || object instanceof Enum || type == Class.class) {
            return Hashes.of(object);
        }
        if (object instanceof Throwable && inheritsHashCode(type)) {
            return Hashes.of(object);
        }
        return OwnState.isOfApplication(type) ? object.hashCode() : ofJdk(object);
    }

    private static boolean inheritsHashCode(Class<?> type) {
        try {
            return type.getMethod("hashCode").getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type.getName(), e); // each class has the method
        }
    }

    private static int ofJdk(Object object) {
        if (object instanceof List<?> list) {
            int hash = 1;
            for (Object element : list) {
                hash = 31 * hash + orZero(element);
            }
            return hash;
        } else if (object instanceof Set<?> set) {
            int hash = 0;
            for (Object element : set) {
                hash += orZero(element);
            }
            return hash;
        } else if (object instanceof Map<?, ?> map && !(object instanceof java.util.IdentityHashMap)) {
            int hash = 0;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                hash += orZero(entry.getKey()) ^ orZero(entry.getValue());
            }
            return hash;
        } else if (object instanceof Map.Entry<?, ?> entry) {
            return orZero(entry.getKey()) ^ orZero(entry.getValue());
        } else if (object instanceof Optional<?> optional) {
            return orZero(optional.orElse(null));
        } else if (object instanceof Currency currency) {
            return currency.getCurrencyCode().hashCode(); // each JVM has one object of each, with an identity hash code
        }
        String name = Values.nameOf(object);
        return name == null ? object.hashCode() : name.hashCode();
    }

    private static int orZero(Object object) {
        return object == null ? 0 : of(object);
    }

    /** The hash code of an array's elements; with {@code deep}, of the elements of arrays in it as well. */
    static int ofElements(Object[] array, boolean deep) {
        if (array == null) {
            return 0;
        }
        // The elements' own methods may synchronise, and no check would precede the reads behind them.
        Object[] elements = (Object[]) ArrayCopy.given(ArrayCopy.toRead(array), array);
        int hash = 1;
        for (Object element : elements) {
            hash = 31 * hash
                    + (deep && element != null && element.getClass().isArray() ? ofArray(element) : orZero(element));
        }
        return hash;
    }

    private static int ofArray(Object array) {
        if (array instanceof Object[] elements) {
            return ofElements(elements, true);
        }
        Object read = ArrayCopy.given(ArrayCopy.toRead(array), array);
        if (read instanceof int[] numbers) {
            return Arrays.hashCode(numbers);
        } else if (read instanceof long[] numbers) {
            return Arrays.hashCode(numbers);
        } else if (read instanceof double[] numbers) {
            return Arrays.hashCode(numbers);
        } else if (read instanceof float[] numbers) {
            return Arrays.hashCode(numbers);
        } else if (read instanceof byte[] numbers) {
            return Arrays.hashCode(numbers);
        } else if (read instanceof short[] numbers) {
            return Arrays.hashCode(numbers);
        } else if (read instanceof char[] letters) {
            return Arrays.hashCode(letters);
        }
        return Arrays.hashCode((boolean[]) read);
    }
}
