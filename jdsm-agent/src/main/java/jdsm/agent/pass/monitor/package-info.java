/** The pass that weaves monitors: synchronized methods and blocks, wait and notify. */
package jdsm.agent.pass.monitor;
