/**
 * The channels of the few messages outside the contract. They give the window its message port, and a
 * handle for a dropped file.
 */
export const channels = {
  connect: 'parapet:connect',
  port: 'parapet:port',
  fileHandle: 'parapet:file-handle',
} as const;

/**
 * The window reads at most this many bytes of a dropped file. No import accepts a file that large, so a
 * dropped file that was cut is rejected.
 */
export const maxDroppedBytes = 51 * 2 ** 20;
