import classes from './handle-anchor.module.css';

/**
 * React Flow looks for the handles of a node in the page when the node comes into view, whatever it
 * was told before, and draws no flow at a node without. It finds both in this one.
 */
export const handleAnchor = (
  <span aria-hidden className={`source target ${classes.anchor}`} data-handlepos="right" />
);
