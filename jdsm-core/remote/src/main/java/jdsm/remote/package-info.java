/**
 * Arrays that are larger than the memory of one host: their pages lie in this process and on memory servers. For one
 * sequential program, without the runtime of jobs with several ranks. After DLM: Midorikawa, Kurokawa, Himeno, Distributed
 * Large Memory System DLM (IPSJ 2008).
 */
package jdsm.remote;
