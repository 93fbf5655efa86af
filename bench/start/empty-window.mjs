import { app, BrowserWindow } from 'electron';

// What every Electron app costs: one window with the preferences of ours, and nothing in it.
await app.whenReady();
const window = new BrowserWindow({ width: 1440, height: 900, show: false });
window.once('ready-to-show', () => window.show());
await window.loadURL('data:text/html,<title>Empty</title><p>Empty</p>');
