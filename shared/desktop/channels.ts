/** The few messages outside the contract: the window gets its port, and names a dropped file. */
export const channels = {
  connect: 'parapet:connect',
  port: 'parapet:port',
  fileHandle: 'parapet:file-handle',
} as const;

/**
 * The most bytes read of a dropped file: more than any import accepts, so that a larger file is
 * rejected.
 */
export const maxDroppedBytes = 51 * 2 ** 20;
