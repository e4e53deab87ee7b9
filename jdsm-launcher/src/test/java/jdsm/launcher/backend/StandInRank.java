package jdsm.launcher.backend;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** What the tests start in place of a rank: does what its arguments say, for all ranks or for the one named. */
public final class StandInRank {
    private StandInRank() {}

    /**
     * Runs a script.
     *
     * @param args the program's class, which is ignored, then steps: {@code N:step} only where JDSM_RANK is N
     */
    public static void main(String[] args) throws Exception {
        String rank = System.getenv().getOrDefault("JDSM_RANK", "-");
        for (int i = 1; i < args.length; i++) {
            String step = args[i];
            if (Character.isDigit(step.charAt(0))) {
                if (!step.startsWith(rank + ":")) {
                    continue;
                }
                step = step.substring(rank.length() + 1);
            }
            run(step);
        }
    }

    private static void run(String step) throws IOException, InterruptedException {
        String value = step.substring(step.indexOf(' ') + 1);
        switch (step.split(" ")[0]) {
            case "out" -> System.out.println(value);
            case "err" -> System.err.println(value);
            // Its own text, for an argument would come through the locale.
            case "green" -> System.out.println("gr\u00fcn");
            case "part" -> System.out.print(value);
            case "env" -> System.out.println(value + "=" + System.getenv(value));
            case "pid" -> System.out.println("pid " + ProcessHandle.current().pid());
            case "stdin" ->
                System.out.println("stdin " + new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip());
            case "exit" -> System.exit(Integer.parseInt(value));
            case "killed" -> {
                new ProcessBuilder(
                                "kill",
                                "-9",
                                Long.toString(ProcessHandle.current().pid()))
                        .start();
                hang();
            }
            case "make" -> Files.createFile(Path.of(value));
            case "await" -> {
                while (!Files.exists(Path.of(value))) {
                    Thread.onSpinWait();
                }
            }
            case "hang" -> hang();
            case "stubborn" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(StandInRank::hang));
                System.out.println("stubborn");
                hang();
            }
            default -> throw new IllegalArgumentException(step);
        }
    }

    private static void hang() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
