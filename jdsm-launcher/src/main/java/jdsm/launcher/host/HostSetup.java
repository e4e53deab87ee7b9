package jdsm.launcher.host;

import java.io.IOException;
import java.util.List;

/**
 * What the launcher tells its helper first.
 *
 * @param digest the digest of the launcher's JDSM, in the head of the frame: see {@link Build}
 * @param directory the launcher's current directory; the processes start there if the host has it, else at home
 * @param classPath the program's class path on the host, to be looked at; relative entries begin at home
 * @param silenceMillis the time without a frame after which the launcher counts as lost, raised to 2 s if it is shorter;
 *     0 for no limit
 * @param nowMillis the launcher's clock, in milliseconds since 1970
 * @param classData whether the JVMs use class data
 * @param cores whether ranks are bound to cores, which the host is to tell then
 * @param remove a directory to be removed in the end, relative to home; empty for none
 */
public record HostSetup(
        String digest,
        String directory,
        List<String> classPath,
        long silenceMillis,
        long nowMillis,
        boolean classData,
        boolean cores,
        String remove) {
    private static final int VALUES = 6;
    private static final long LONGEST_ALIVE_MILLIS = 5_000;
    /** Frames in the time after which the launcher counts as lost. */
    private static final int ALIVE_FRAMES = 4;
    /** A shorter bound would take a pause of a JVM or of the network for the end of the launcher. */
    private static final long LEAST_SILENCE_MILLIS = 2_000;

    public HostSetup {
        if (silenceMillis != 0) {
            silenceMillis = Math.max(LEAST_SILENCE_MILLIS, silenceMillis);
        }
        classPath = List.copyOf(classPath);
    }

    /** Returns the longest time between two frames of the launcher, in milliseconds. */
    public long aliveMillis() {
        return silenceMillis == 0 ? LONGEST_ALIVE_MILLIS : Math.min(LONGEST_ALIVE_MILLIS, silenceMillis / ALIVE_FRAMES);
    }

    /** Returns the content of a frame SETUP. */
    public byte[] encode() {
        return Build.encode(
                digest,
                Texts.encode(List.of(
                        List.of(
                                directory,
                                Long.toString(silenceMillis),
                                Long.toString(nowMillis),
                                Boolean.toString(classData),
                                Boolean.toString(cores),
                                remove),
                        classPath)));
    }

    static HostSetup decode(byte[] bytes) throws IOException {
        List<List<String>> lists = Texts.decode(Build.rest(bytes), 2, VALUES);
        List<String> values = lists.get(0);
        return new HostSetup(
                Build.digest(bytes),
                values.get(0),
                lists.get(1),
                Texts.number(values.get(1)),
                Texts.number(values.get(2)),
                Boolean.parseBoolean(values.get(3)),
                Boolean.parseBoolean(values.get(4)),
                values.get(5));
    }
}
