/** The few messages outside the contract: how the window gets its port, and names a dropped file. */
export const channels = {
  connect: 'parapet:connect',
  port: 'parapet:port',
  fileHandle: 'parapet:file-handle',
} as const;
