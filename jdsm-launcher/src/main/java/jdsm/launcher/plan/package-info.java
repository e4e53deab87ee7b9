/** From what is asked for to which processes are started, without starting any. */
package jdsm.launcher.plan;
