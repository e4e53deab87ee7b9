/**
 * The pass of sequential programs with arrays marked {@code @Remote}: changes the types of these arrays throughout a program, and makes
 * loops over pages of its loops. Not part of the pipeline of jobs.
 */
package jdsm.agent.pass.remote;
