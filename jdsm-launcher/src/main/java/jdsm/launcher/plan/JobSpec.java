package jdsm.launcher.plan;

import jdsm.config.JdsmConfig;

/**
 * What is asked for: this program, so many ranks and so on, on this host.
 *
 * @param config the settings
 * @param program what runs
 * @param host where
 */
public record JobSpec(JdsmConfig config, Program program, Host host) {}
