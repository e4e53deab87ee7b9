package jdsm.runtime;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;

/**
 * Replaces {@link ObjectOutputStream} in woven code, as a class to instantiate and as a superclass. Java serialisation
 * reads the fields and elements of all reachable objects without a check; this stream checks each object before it is
 * written. As thread-safe as its superclass; blocks while it fetches a copy.
 */
public class CheckedObjectOutput extends ObjectOutputStream {
    /**
     * Makes a stream and writes its header.
     *
     * @param out receives the bytes
     */
    @SuppressWarnings("this-escape") // the superclass constructor does not store this
    public CheckedObjectOutput(OutputStream out) throws IOException {
        super(out);
        enableReplaceObject(true);
    }

    /** For a subclass that overrides {@code writeObjectOverride}. */
    protected CheckedObjectOutput() throws IOException {}

    /**
     * {@inheritDoc}
     *
     * @throws UnsupportedOperationException for a shared object that is no array of primitives; see
     *     {@link ObjectCalls#written}
     */
    @Override
    protected Object replaceObject(Object object) throws IOException {
        return ObjectCalls.written(object);
    }
}
