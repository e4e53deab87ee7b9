package jdsm.bench.soak;

import java.io.IOException;

/** The main class of a JVM that runs one job after another, each with all its ranks in this JVM: {@code Host PORT}. */
final class Host {
    private Host() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        try (Orders orders = Orders.from(args[0], "jobs")) {
            for (String job = orders.next(); job != null; job = orders.next()) {
                String failure = IsolatedJob.run(JobSpec.parse(job));
                if (failure == null) {
                    orders.done();
                } else {
                    orders.failed(failure);
                }
            }
        }
        System.exit(0);
    }
}
