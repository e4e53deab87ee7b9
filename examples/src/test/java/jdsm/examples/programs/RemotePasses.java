package jdsm.examples.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import jdsm.remote.RemoteLongs;
import jdsm.remote.RemoteSpace;

/**
 * Adds 1 to each element of a remote array, pass by pass, until a file exists, and checks all. Arguments: the file, the length.
 */
public final class RemotePasses {
    private RemotePasses() {}

    public static void main(String[] args) {
        Path until = Path.of(args[0]);
        RemoteLongs array = RemoteSpace.current().longs("passes", Long.parseLong(args[1]));
        long passes = 0;
        do {
            for (long i = 0; i < array.length(); i++) {
                array.set(i, array.get(i) + i);
            }
            passes++;
            if (passes == 1) {
                System.out.println("first pass");
            }
        } while (!Files.exists(until));
        for (long i = 0; i < array.length(); i++) {
            if (array.get(i) != passes * i) {
                System.out.println("element " + i + " is " + array.get(i) + " after " + passes + " passes FAILED");
                System.exit(1);
            }
        }
        System.out.println("all passes OK");
    }
}
