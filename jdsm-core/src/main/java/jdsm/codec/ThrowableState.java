package jdsm.codec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdsm.runtime.LateInitializers;

/*
 * Encoded: for each value its length and its encoding by ValueCodec, then the frames, see StackFrames.
 */

/**
 * The part of an exception that is of the JDK's: message, frames, cause and suppressed exceptions. Exceptions with it have no unit that
 * it could be in, for the JDK's code reads it without checks; so it travels with the description of the exception, and
 * does not change after that. Immutable.
 */
public final class ThrowableState {
    private final ThrowableForm form;
    private final Object[] values;
    private final StackTraceElement[] frames;
    private final Throwable cause;
    private final List<Throwable> suppressed;

    private ThrowableState(Throwable thrown, ThrowableForm form) {
        this.form = form;
        this.values = form.values(thrown);
        this.frames = form.frames(thrown);
        this.cause = form.cause(thrown);
        this.suppressed = List.of(thrown.getSuppressed());
    }

    /** Whether a class is one of exceptions of which all state is known: what others inherit from it, or its woven fields. */
    public static boolean isKnown(Class<?> type) {
        return ThrowableForm.of(type) != null;
    }

    /**
     * The state of an exception of a known class. Takes the monitor of the exception, as the JDK's methods do.
     *
     * @throws CannotTravelException if the class is not known
     */
    public static ThrowableState of(Throwable thrown) {
        return new ThrowableState(thrown, formOf(thrown));
    }

    private static ThrowableForm formOf(Throwable thrown) {
        ThrowableForm form = ThrowableForm.of(thrown.getClass());
        if (form == null) {
            throw new CannotTravelException(
                    "an object of " + thrown.getClass().getName() + " cannot be shared", thrown);
        }
        return form;
    }

    /**
     * The suppressed exceptions of an exception, and its cause, if there is one.
     *
     * @throws CannotTravelException if the class is not known
     */
    public static List<Throwable> others(Throwable thrown) {
        List<Throwable> others = new ArrayList<>(List.of(thrown.getSuppressed()));
        Throwable cause = formOf(thrown).cause(thrown);
        if (cause != null) {
            others.add(cause);
        }
        return others;
    }

    /** The cause; null if there is none. */
    public Throwable cause() {
        return cause;
    }

    /** The suppressed exceptions, in order. */
    public List<Throwable> suppressed() {
        return suppressed;
    }

    /** The message, or the state that the class has in its place, as text. */
    public String text() {
        return values.length == 1 ? String.valueOf(values[0]) : Arrays.toString(values);
    }

    /** Encodes all but the other exceptions. */
    public byte[] encode(ValueCodec codec) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            for (Object value : values) {
                byte[] encoded = codec.encode(value);
                out.writeInt(encoded.length);
                out.write(encoded);
            }
            StackFrames.write(frames, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // of bytes in memory
        }
        return bytes.toByteArray();
    }

    /**
     * Makes an exception without cause and suppressed ones. Of its class only {@code fillInStackTrace} runs, if that is overridden.
     *
     * @param type a class that is not abstract
     * @throws CodecException if the class is not known, or the bytes are malformed
     */
    public static Throwable decode(Class<?> type, ByteBuffer encoded, ValueCodec codec) {
        LateInitializers.initialize(type);
        ThrowableForm form = ThrowableForm.of(type);
        if (form == null) {
            throw new CodecException("class " + type.getName() + " is none whose exceptions are shared");
        }
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        try {
            List<Object> values = new ArrayList<>();
            for (Class<?> each : form.types()) {
                values.add(value(each, in, codec));
            }
            StackTraceElement[] frames = StackFrames.read(in);
            if (in.available() > 0) {
                throw new CodecException("a malformed exception: " + in.available() + " bytes too many");
            }
            return form.make(values.toArray(), frames);
        } catch (IOException e) {
            throw new CodecException("a malformed exception: " + e, e);
        }
    }

    private static Object value(Class<?> type, DataInputStream in, ValueCodec codec) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new CodecException("a malformed exception: cut off");
        }
        // The parameters are texts, numbers, characters and classes, which nothing of the program defines.
        Object value = codec.decode(
                ByteBuffer.wrap(in.readNBytes(length)),
                found -> type.isAssignableFrom(found)
                        || type == int.class && found == Integer.class
                        || type == char.class && found == Character.class);
        if (value == null && type.isPrimitive()) {
            throw new CodecException("a malformed exception: nothing where there is a number");
        }
        return value;
    }

    /**
     * Gives an exception that {@link #decode} has made its cause and suppressed exceptions. Called once.
     *
     * @param cause null if there is none
     * @throws CodecException if they do not fit
     */
    public static void link(Throwable made, Throwable cause, List<Throwable> suppressed) {
        try {
            if (cause != null) {
                formOf(made).initCause(made, cause);
            }
            suppressed.forEach(made::addSuppressed);
        } catch (RuntimeException e) {
            throw new CodecException("a malformed exception: " + e, e);
        }
    }
}
