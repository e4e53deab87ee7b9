package jdsm.runtime;

/** Values: objects without an identity, of which each rank has its own. */
public final class Values {
    private Values() {}

    /** Whether two references are to one object, or to equal values of the same class. */
    public static boolean areSame(Object one, Object other) {
        return one == other
                || one != null
                        && other != null
                        && one.getClass() == other.getClass()
                        && isValue(one)
                        && one.equals(other);
    }

    private static boolean isValue(Object object) {
        return object instanceof Record
                || object instanceof Comparable && object.getClass().getName().startsWith("java.");
    }
}
