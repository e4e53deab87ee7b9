/**
 * Certificates of the user's own authority, by which ranks know each other in addition to the job's secret: files in
 * PEM, and what is checked of them.
 */
package jdsm.comm.certificate;
