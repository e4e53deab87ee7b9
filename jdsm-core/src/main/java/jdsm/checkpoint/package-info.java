/** The files of checkpoints: their folder, the list of a checkpoint's files, and the key that proves whose they are. */
package jdsm.checkpoint;
