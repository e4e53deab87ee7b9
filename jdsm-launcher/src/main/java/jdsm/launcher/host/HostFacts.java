package jdsm.launcher.host;

import java.io.IOException;
import java.util.List;
import jdsm.launcher.plan.Cores;

/**
 * What a helper tells the launcher about its host.
 *
 * @param digest the digest of JDSM's jars there, in the head of the frame: see {@link Build}
 * @param java the command that starts a JVM
 * @param feature feature version of that JVM
 * @param processors number of processors
 * @param cores the cores of these processors, if they were asked for
 * @param machine the name of the running machine, which it has under each of its host names; empty if unknown
 * @param memoryBytes memory of the host, or of the helper's container
 * @param home the user's home directory
 * @param libraryPath the directories in which JVMs there look for native libraries
 * @param classData an archive of class data for JDSM's libraries; empty if there is none
 * @param serverAddress the address at which {@code ssh} has reached the host; empty if unknown
 * @param clientAddress the launcher's address as the host sees it; empty if unknown
 * @param missing entries of the program's class path that the host has not
 */
public record HostFacts(
        String digest,
        String java,
        int feature,
        int processors,
        Cores cores,
        String machine,
        long memoryBytes,
        String home,
        String libraryPath,
        String classData,
        String serverAddress,
        String clientAddress,
        List<String> missing) {
    private static final int VALUES = 11;

    public HostFacts {
        missing = List.copyOf(missing);
    }

    byte[] encode() {
        return Build.encode(
                digest,
                Texts.encode(List.of(
                        List.of(
                                java,
                                Integer.toString(feature),
                                Integer.toString(processors),
                                cores.encode(),
                                machine,
                                Long.toString(memoryBytes),
                                home,
                                libraryPath,
                                classData,
                                serverAddress,
                                clientAddress),
                        missing)));
    }

    /**
     * Decodes the content of a frame HELLO.
     *
     * @throws IOException if it has another form
     */
    public static HostFacts decode(byte[] bytes) throws IOException {
        List<List<String>> lists = Texts.decode(Build.rest(bytes), 2, VALUES);
        List<String> values = lists.get(0);
        return new HostFacts(
                Build.digest(bytes),
                values.get(0),
                Texts.count(values.get(1)),
                Texts.count(values.get(2)),
                cores(values.get(3)),
                values.get(4),
                Texts.number(values.get(5)),
                values.get(6),
                values.get(7),
                values.get(8),
                values.get(9),
                values.get(10),
                lists.get(1));
    }

    private static Cores cores(String text) throws IOException {
        try {
            return Cores.decode(text);
        } catch (IllegalArgumentException e) {
            throw new IOException("cores expected, found " + text, e);
        }
    }
}
