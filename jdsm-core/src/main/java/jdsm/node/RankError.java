package jdsm.node;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Stands for an error of a rank whose class cannot be had outside the rank. Its text, its stack trace and its causes are
 * those of the error.
 */
final class RankError extends Exception {
    private static final long serialVersionUID = 1L;

    private final String text;

    private RankError(Throwable error, Set<Throwable> seen) {
        super(error.getMessage());
        text = error.toString();
        setStackTrace(error.getStackTrace());
        if (error.getCause() != null && seen.add(error.getCause())) {
            initCause(new RankError(error.getCause(), seen));
        }
        for (Throwable suppressed : error.getSuppressed()) {
            if (seen.add(suppressed)) {
                addSuppressed(new RankError(suppressed, seen));
            }
        }
    }

    @Override
    public String toString() {
        return text;
    }

    /**
     * Copies an error of a rank, with its stack trace, for use outside. The copy has the same class as another class
     * loader has it, if both that class and the error's content can be serialised; else it is a stand-in. An error itself
     * refers to the classes of its stack trace, and so to the rank's class loader.
     *
     * @param loader the loader of the copy's classes
     */
    static Throwable copy(Throwable error, ClassLoader loader) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(error);
            }
            InputStream in = new ByteArrayInputStream(bytes.toByteArray());
            try (ObjectInputStream copy = new LoaderInput(in, loader)) {
                return (Throwable) copy.readObject();
            }
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError e) {
            Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
            seen.add(error);
            return new RankError(error, seen);
        }
    }

    private static final class LoaderInput extends ObjectInputStream {
        private final ClassLoader loader;

        LoaderInput(InputStream in, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            String name = description.getName();
            try {
                return Class.forName(name, false, loader);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(description); // a primitive type
            }
        }
    }
}
