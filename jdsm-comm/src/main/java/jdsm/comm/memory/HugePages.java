package jdsm.comm.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether the operating system puts huge pages behind memory that asks for nothing: Linux' transparent huge pages. */
public enum HugePages {
    /** Long, aligned memory gets huge pages. */
    ALWAYS,
    /** Only memory for which a program calls madvise, which Java cannot do without native code. */
    ON_REQUEST,
    /** No memory. */
    NEVER,
    /** Not Linux, or a kernel that does not tell. */
    UNKNOWN;

    /** The length of a huge page on x86-64 and, with the usual page size, on AArch64. */
    static final int BYTES = 2 << 20;

    private static final Path SETTING = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    /** Asks the operating system. */
    public static HugePages ofSystem() {
        try {
            return of(Files.readString(SETTING));
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    /** @param setting the kernel's line, such as {@code always [madvise] never} */
    static HugePages of(String setting) {
        if (setting.contains("[always]")) {
            return ALWAYS;
        }
        if (setting.contains("[madvise]")) {
            return ON_REQUEST;
        }
        return setting.contains("[never]") ? NEVER : UNKNOWN;
    }
}
