import { app, BrowserWindow } from 'electron';

/** Opens an empty window of the size of the app's window, to measure what every Electron app costs. */
const open = async () => {
  const window = new BrowserWindow({ width: 1440, height: 900, show: false });
  window.once('ready-to-show', () => window.show());
  await window.loadURL('data:text/html,<title>Empty</title><p>Empty</p>');
};

// The promise is not awaited, because Electron becomes ready only after this module was evaluated. With
// `await`, the evaluation would never end.
void app.whenReady().then(open);
