package jdsm.codec;

import org.objenesis.Objenesis;
import org.objenesis.ObjenesisStd;

/** Instantiates classes without a constructor call, for objects whose content arrives separately. Thread-safe. */
public final class Instances {
    private static final Objenesis OBJENESIS = new ObjenesisStd();

    private Instances() {}

    /** Makes an object with the default value in each field. */
    public static <T> T of(Class<T> type) {
        return OBJENESIS.newInstance(type);
    }
}
