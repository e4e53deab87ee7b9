package jdsm.launcher.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import jdsm.launcher.plan.Cores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cores, by files as Linux has them. */
class CoreFilesTest {
    @TempDir
    Path root;

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + "\n");
    }

    private void allowed(String list) throws IOException {
        write("proc/self/status", "Name:\tjava\nCpus_allowed:\tff\nCpus_allowed_list:\t" + list + "\nThreads:\t9");
    }

    @BeforeEach
    void makeTwoNodesOfTwoCores() throws IOException {
        allowed("0-7");
        write("sys/devices/system/node/node0/cpulist", "0-1,4-5");
        write("sys/devices/system/node/node1/cpulist", "2-3,6-7");
        write("sys/devices/system/node/possible", "0-1");
        for (int processor = 0; processor < 8; processor++) {
            write(
                    "sys/devices/system/cpu/cpu" + processor + "/topology/thread_siblings_list",
                    processor % 4 + "," + (processor % 4 + 4));
        }
    }

    @Test
    void coresHaveTheirThreadsAndNodes() {
        assertThat(CoreFiles.under(root)).isEqualTo(Cores.decode("0:0,4;0:1,5;1:2,6;1:3,7"));
    }

    @Test
    void processorsThatMustNotBeUsedAreLeftOut() throws IOException {
        allowed("1,3-4,6");

        assertThat(CoreFiles.under(root)).isEqualTo(Cores.decode("0:1;0:4;1:3;1:6"));
    }

    /** Linux allows processors that it may get later, and binds no process to these alone. */
    @Test
    void processorsThatAreNotThereAreLeftOut() throws IOException {
        allowed("0-127");
        write("sys/devices/system/cpu/online", "0-2,4-6");

        assertThat(CoreFiles.under(root)).isEqualTo(Cores.decode("0:0,4;0:1,5;1:2,6"));
    }

    @Test
    void aNameOfTheProcessMayHaveAnyBytes() throws IOException {
        byte[] status = "Name:\t\u00ff\nCpus_allowed_list:\t0,4\n".getBytes(StandardCharsets.ISO_8859_1);
        Files.write(root.resolve("proc/self/status"), status);

        assertThat(CoreFiles.under(root)).isEqualTo(Cores.decode("0:0,4"));
    }

    @Test
    void aMachineMayTellLess() throws IOException {
        Path bare = root.resolve("bare");
        root = bare;
        allowed("0-1");

        assertThat(CoreFiles.under(bare)).isEqualTo(Cores.decode("0:0;0:1"));
    }

    @Test
    void cannotTell() throws IOException {
        allowed("what");
        assertThat(CoreFiles.under(root)).isEqualTo(Cores.UNKNOWN);
        assertThat(CoreFiles.under(root.resolve("nowhere"))).isEqualTo(Cores.UNKNOWN);
    }
}
