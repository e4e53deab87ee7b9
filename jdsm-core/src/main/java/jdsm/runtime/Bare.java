package jdsm.runtime;

/**
 * What {@code new Object()} makes in woven code, so that it can be shared: such objects are what programs like to lock.
 * Made by woven code only.
 */
@SuppressWarnings("checkstyle:MethodName") // names that no program has
public final class Bare implements Woven {
    private transient Shared shared;

    /** In place of that of {@code Object}. */
    public Bare() {}

    @Override
    public int hashCode() {
        return Hashes.of(this);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public Shared $jdsm() {
        return shared;
    }

    @Override
    public void $jdsm(Shared known) {
        shared = known;
    }
}
