package jdsm.launcher.command;

import picocli.CommandLine.IVersionProvider;

/** The output of {@code jdsm --version}: the version of the launcher's jar. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"jdsm " + (version == null ? "(not packaged)" : version)};
    }
}
