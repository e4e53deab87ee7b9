package jdsm.launcher.plan;

import jdsm.config.JdsmConfig;

/**
 * The job that the user asks for: settings, program and host.
 *
 * @param config the settings
 * @param program the program that the job runs
 * @param host the machine that the job runs on
 */
public record JobSpec(JdsmConfig config, Program program, Host host) {}
