/** Whose files are: what only this user, or root, can have written. */
package jdsm.comm.files;
