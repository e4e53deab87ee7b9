package jdsm.runtime;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;

/**
 * What stands for {@link ObjectOutputStream} in woven code, as a stream and as a superclass: serialisation reads fields and elements
 * of all that an object refers to, where no check stands, so that each object is looked at before it is written. As
 * thread-safe as its superclass; blocks where a copy has to be fetched.
 */
public class CheckedObjectOutput extends ObjectOutputStream {
    /** @param out takes the bytes; a header at once */
    @SuppressWarnings("this-escape") // the superclass keeps nothing of it
    public CheckedObjectOutput(OutputStream out) throws IOException {
        super(out);
        enableReplaceObject(true);
    }

    /** For a subclass that writes all by itself. */
    protected CheckedObjectOutput() throws IOException {}

    /** {@inheritDoc} @throws UnsupportedOperationException for a shared object; see {@link ObjectCalls#written} */
    @Override
    protected Object replaceObject(Object object) throws IOException {
        return ObjectCalls.written(object);
    }
}
