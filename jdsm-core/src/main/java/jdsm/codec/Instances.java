package jdsm.codec;

import org.objenesis.Objenesis;
import org.objenesis.ObjenesisStd;

/** Makes objects that get their content from elsewhere: no constructor runs. Thread-safe. */
public final class Instances {
    private static final Objenesis OBJENESIS = new ObjenesisStd();

    private Instances() {}

    /** An object with the default value in each field. */
    public static <T> T of(Class<T> type) {
        return OBJENESIS.newInstance(type);
    }
}
