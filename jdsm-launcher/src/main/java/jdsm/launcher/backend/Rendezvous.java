package jdsm.launcher.backend;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import jdsm.config.JdsmConfig;

/** The meeting point of the ranks of one job. */
public interface Rendezvous extends AutoCloseable {
    /** The listening address, as {@code host:port}. */
    String address();

    /** Whether all ranks are connected to each other. Thread-safe; does not block. */
    boolean isComplete();

    /**
     * Reports the end of a rank's process. If not all ranks are connected yet, the other ranks learn of it.
     * Thread-safe; does not block.
     */
    void processEnded(int rank, String how);

    /** Completes, with the reason in one line, if the ranks do not meet. */
    CompletableFuture<String> failure();

    /** Stops listening. Does not wait for ranks. */
    @Override
    void close();

    /** For processes that need not meet. */
    Rendezvous NONE = new Rendezvous() {
        @Override
        public String address() {
            throw new IllegalStateException("a job without a rendezvous has no address");
        }

        @Override
        public boolean isComplete() {
            return true;
        }

        @Override
        public void processEnded(int rank, String how) {}

        @Override
        public CompletableFuture<String> failure() {
            return new CompletableFuture<>();
        }

        @Override
        public void close() {}
    };

    /** Opens a rendezvous. */
    interface Factory {
        /**
         * A rendezvous that listens on the loopback address.
         *
         * @param config the job's settings: number of ranks, and time limit for joining
         * @param jobId the job's name
         * @param secret the job's secret, as in the ranks' environment
         * @param console takes the messages about ranks that have not joined yet
         * @throws IOException if it cannot listen
         */
        Rendezvous open(JdsmConfig config, String jobId, String secret, Console console) throws IOException;
    }
}
