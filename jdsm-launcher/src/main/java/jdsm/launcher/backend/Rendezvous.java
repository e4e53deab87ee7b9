package jdsm.launcher.backend;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import jdsm.config.JdsmConfig;

/** Where the ranks of one job meet. */
interface Rendezvous extends AutoCloseable {
    /** Where it listens, as {@code host:port}. */
    String address();

    /** Whether all ranks have come and are connected. Thread-safe; does not block. */
    boolean isComplete();

    /** The process of a rank has ended: if not all are connected yet, all others are told. Thread-safe; does not block. */
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
            throw new IllegalStateException("nobody listens");
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

    /** Opens one. */
    interface Factory {
        /**
         * A rendezvous that listens on the loopback address.
         *
         * @param config of the job: how many ranks are expected, and for how long
         * @param jobId the job's name
         * @param secret the job's secret, as the ranks find it in their environment
         * @param console where to say, from time to time, who has not come yet
         * @throws IOException if it cannot listen
         */
        Rendezvous open(JdsmConfig config, String jobId, String secret, Console console) throws IOException;
    }
}
