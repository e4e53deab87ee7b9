package jdsm.util;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ThreadFactory;

/** Makes virtual threads, which Java has from 21 on. */
final class VirtualThreads implements ThreadFactory {
    @Override
    public Thread newThread(Runnable task) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            return (Thread) type.getMethod("unstarted", Runnable.class).invoke(builder, task);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new UnsupportedOperationException("virtual threads need Java 21", e);
        }
    }
}
