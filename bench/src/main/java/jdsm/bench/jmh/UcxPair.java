package jdsm.bench.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A side of {@link BareUcx} in this process, and its partner. */
final class UcxPair implements AutoCloseable {
    private final Path folder;
    private final Partner partner;
    private final BareUcx side;

    UcxPair(int bytes) throws IOException {
        folder = Files.createTempDirectory("jdsm-bench-");
        partner = Partner.start(BareUcx.class, Map.of(), folder.toString(), Integer.toString(bytes));
        side = new BareUcx(folder, bytes, 0);
    }

    BareUcx side() {
        return side;
    }

    @Override
    public void close() throws IOException {
        try (partner;
                side) {
            side.end();
        }
        List<Path> all;
        try (Stream<Path> found = Files.walk(folder)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.delete(each);
        }
    }
}
