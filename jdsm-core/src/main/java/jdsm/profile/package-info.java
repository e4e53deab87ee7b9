/** Profiles of accesses to fields: what the ranks of a job counted, the classification of fields, and the file. */
package jdsm.profile;
