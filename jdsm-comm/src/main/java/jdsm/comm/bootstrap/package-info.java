/** Who am I: a rank's place in its job from the environment, the rendezvous, the authenticated join. */
package jdsm.comm.bootstrap;
