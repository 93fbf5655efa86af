import { app, type Session } from 'electron';

/**
 * A proxy that does not respond. No program listens on this port: only root could, and its service
 * (TCPMUX) is obsolete.
 */
const deadProxy = 'http://127.0.0.1:1';

const networkUrls = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*'];

/**
 * Blocks the network for the page. The page needs none, because its files come from the app and its data
 * from the main process. A proxy that does not exist also blocks what the content security policy does
 * not cover, such as WebRTC.
 */
export const closeNetwork = async (session: Session): Promise<void> => {
  session.webRequest.onBeforeRequest({ urls: networkUrls }, (_details, decide) =>
    decide({ cancel: true }),
  );
  // `<-loopback>` makes loopback addresses use the proxy too. By default, they bypass it.
  await session.setProxy({ proxyRules: deadProxy, proxyBypassRules: '<-loopback>' });
};

/**
 * Disables DNS prefetching, which ignores the content security policy. A page could use it to send data:
 * a host name can carry data to the DNS server of that name. Call before the app is ready, because
 * Chromium reads the setting when it starts.
 */
export const disableNamePrefetching = (): void =>
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');

/** Refuses downloads, because only the main process writes files, and only where the person chooses. */
export const refuseDownloads = (session: Session): void => {
  session.on('will-download', (event) => event.preventDefault());
};
