import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { channels } from '#shared/desktop/channels.ts';

// The port cannot cross the context bridge, so it is handed on as a message of the page.
ipcRenderer.on(channels.port, (event) => {
  window.postMessage(channels.port, window.location.origin, event.ports);
});

contextBridge.exposeInMainWorld('desktop', {
  connect: () => ipcRenderer.send(channels.connect),
  fileHandle: (file: File): Promise<string> =>
    ipcRenderer.invoke(channels.fileHandle, webUtils.getPathForFile(file)),
});
