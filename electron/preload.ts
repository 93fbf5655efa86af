import { contextBridge, ipcRenderer } from 'electron';
import { channels, maxDroppedBytes } from '#shared/desktop/channels.ts';

// The context bridge cannot pass a port, so the page gets the port in a message.
ipcRenderer.on(channels.port, (event) => {
  window.postMessage(channels.port, window.location.origin, event.ports);
});

contextBridge.exposeInMainWorld('desktop', {
  connect: () => ipcRenderer.send(channels.connect),
  fileHandle: async (file: File): Promise<string> => {
    const bytes = new Uint8Array(await file.slice(0, maxDroppedBytes).arrayBuffer());
    const handle: unknown = await ipcRenderer.invoke(channels.fileHandle, file.name, bytes);
    return String(handle);
  },
});
