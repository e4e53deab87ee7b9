package jdsm.launcher.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdsm.profile.Profile;
import jdsm.profile.ProfileException;
import jdsm.profile.ProfileFile;
import jdsm.profile.ProfileReader;
import jdsm.profile.ProfileTable;
import jdsm.profile.Thresholds;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code jdsm profile}: runs a job that counts its accesses to fields, classifies the fields and reports. */
@Command(
        name = "profile",
        description = {
            "Runs CLASS as jdsm launch does, counts its accesses to the fields of shared objects, and reports by class and"
                    + " field.",
            "With --merge adds up profiles of several runs instead."
        },
        footer = {
            "",
            "A class is to be split where writes are frequent: its W fields are often written, its R fields often read,"
                    + " its N fields neither. All arguments after CLASS belong to the program.",
            "Exit status: that of the job, see jdsm launch --help; 2 for wrong usage or a file that is no profile."
        },
        sortOptions = false)
final class ProfileCommand extends JobCommand {
    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "File for the profile (default: ${DEFAULT-VALUE}).",
            defaultValue = "jdsm-profile.json")
    private Path output;

    @Option(
            names = "--sample",
            paramLabel = "N",
            arity = "0..1",
            preprocessor = OptionalNumber.class,
            description = "Count about one of N accesses, which takes less time than to count all (default for N: "
                    + OptionalNumber.DEFAULT + ").")
    private String sample;

    @Option(
            names = "--merge",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Run nothing, and add up these profiles.")
    private List<Path> merge;

    @Option(
            names = "--least-writes",
            paramLabel = "PERCENT",
            description = "Split a class if writes are at least this part of its accesses (default: 0.5).")
    private Double leastWrites;

    @Option(
            names = "--heavy-writes",
            paramLabel = "PERCENT",
            description = "A field is W if it has at least this part of its class's writes (default: 20).")
    private Double heavyWrites;

    @Option(
            names = "--frequent-reads",
            paramLabel = "PERCENT",
            description = "A field that is not W is R if its reads are at least this part of its class's accesses"
                    + " (default: 1).")
    private Double frequentReads;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "CLASS",
            description = "The SPMD class, or an example's simple name.")
    private String className;

    @Parameters(index = "1..*", paramLabel = "ARGS", description = "The program's arguments.")
    private List<String> args = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        try {
            Thresholds thresholds = new Thresholds(
                    leastWrites == null ? Thresholds.DEFAULT.leastWrites() : leastWrites,
                    heavyWrites == null ? Thresholds.DEFAULT.heavyWrites() : heavyWrites,
                    frequentReads == null ? Thresholds.DEFAULT.frequentReads() : frequentReads);
            requireWritable();
            return merge == null ? profile(thresholds) : merge(thresholds);
        } catch (ProfileException e) {
            throw new ParameterException(spec().commandLine(), e.getMessage(), e);
        }
    }

    private int profile(Thresholds thresholds) throws IOException {
        if (className == null) {
            throw wrong("missing required parameter: 'CLASS'");
        }
        // Not the output itself: a job that fails leaves the profile of an earlier one as it was.
        Path counted = Files.createTempFile(
                output.toAbsolutePath().getParent(),
                "." + output.toAbsolutePath().getFileName(),
                ".counts");
        counted.toFile().deleteOnExit();
        try {
            Map<String, String> settings = new HashMap<>(Map.of("profile", counted.toString()));
            if (sample != null) {
                settings.put("sample", sample);
            }
            int status = run(className, args, settings);
            if (Files.size(counted) == 0) {
                spec().commandLine()
                        .getErr()
                        .println("jdsm: the job ended before its accesses were reported: no profile");
                return status;
            }
            report(ProfileReader.read(counted).with(thresholds));
            return status;
        } finally {
            Files.deleteIfExists(counted);
        }
    }

    private int merge(Thresholds thresholds) throws IOException {
        if (sample != null) {
            throw wrong("--merge runs no program: remove --sample");
        }
        if (className != null) {
            throw wrong("--merge runs no program: remove '" + className + "', or place it before the option");
        }
        report(Profile.merged(merge.stream().map(ProfileReader::read).toList()).with(thresholds));
        return 0;
    }

    private void report(Profile profile) throws IOException {
        ProfileFile.write(output, profile);
        PrintWriter out = spec().commandLine().getOut();
        ProfileTable.lines(profile).forEach(out::println);
        out.println("profile written to " + output);
        out.flush();
    }

    private void requireWritable() {
        Path directory = output.toAbsolutePath().getParent();
        if (Files.isDirectory(output) || directory == null || !Files.isWritable(directory)) {
            throw wrong("--output must name a file in a directory that can be written, was '" + output + "'");
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec().commandLine(), message);
    }
}
