package jdsm.launcher.backend;

import java.io.IOException;
import java.util.concurrent.CompletionStage;

/** Where the ranks of one job meet. */
interface Rendezvous extends AutoCloseable {
    /** Where it listens, as {@code host:port}. */
    String address();

    /** Completes when all ranks have met; exceptionally if they cannot any more. */
    CompletionStage<?> met();

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
         */
        Rendezvous open(int ranks, String jobId, String secret) throws IOException;
    }
}
