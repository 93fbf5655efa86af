/**
 * The Electron IPC channels of the few messages that are not in the contract. They give the window its
 * message port, and a handle for a dropped file.
 */
export const channels = {
  connect: 'parapet:connect',
  port: 'parapet:port',
  fileHandle: 'parapet:file-handle',
} as const;

/**
 * The maximum number of bytes that the window reads of a dropped file. The window cuts a larger file.
 * The rest is still larger than any import accepts, so the file is rejected.
 */
export const maxDroppedBytes = 51 * 2 ** 20;
