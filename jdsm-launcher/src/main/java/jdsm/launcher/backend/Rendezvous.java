package jdsm.launcher.backend;

import java.io.IOException;

/** Where the ranks of one job meet. */
interface Rendezvous extends AutoCloseable {
    /** Where it listens, as {@code host:port}. */
    String address();

    /** Whether all ranks have come. Thread-safe; does not block. */
    boolean isComplete();

    /** Stops listening. Does not wait for ranks. */
    @Override
    void close();

    /** Opens one. */
    interface Factory {
        /**
         * A rendezvous that listens on the loopback address.
         *
         * @param ranks how many ranks are expected
         * @param jobId the job's name
         * @param secret the job's secret, as the ranks find it in their environment
         * @param console where to say, from time to time, who has not come yet
         * @throws IOException if it cannot listen
         */
        Rendezvous open(int ranks, String jobId, String secret, Console console) throws IOException;
    }
}
