/** Decides whether a file or directory can have been written only by the user of this process, or root. */
package jdsm.comm.files;
