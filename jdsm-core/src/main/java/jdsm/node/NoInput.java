package jdsm.node;

import java.io.InputStream;
import java.util.function.Supplier;

/** The standard input of ranks other than 0, which the job has not: a program that reads it there is told so. Thread-safe. */
final class NoInput extends InputStream {
    private final Supplier<RuntimeException> refusal;

    /** @param refusal gives what a read throws */
    NoInput(Supplier<RuntimeException> refusal) {
        this.refusal = refusal;
    }

    @Override
    public int read() {
        throw refusal.get();
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        throw refusal.get();
    }
}
