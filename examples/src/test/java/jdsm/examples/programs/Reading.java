package jdsm.examples.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import jdsm.SPMD;

/** The worker that its argument names reads all lines of the standard input, and all workers see them. */
public final class Reading extends SPMD {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void start() {
        if (worker() == Integer.parseInt(args()[0])) {
            Scanner input = new Scanner(System.in);
            while (input.hasNextLine()) {
                lines.add(input.nextLine());
            }
        }
        barrier();
        System.out.println(lines);
    }
}
