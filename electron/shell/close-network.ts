import { app, type Session } from 'electron';

/** No program listens on this port: only root could, and its service (TCPMUX) is obsolete. */
const deadProxy = 'http://127.0.0.1:1';

const networkUrls = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*'];

/**
 * Blocks the network for the page, because its files come from the app and its data from the main
 * process. This covers what the content security policy does not, such as WebRTC.
 */
export const closeNetwork = async (session: Session): Promise<void> => {
  session.webRequest.onBeforeRequest({ urls: networkUrls }, (_details, decide) =>
    decide({ cancel: true }),
  );
  // Otherwise loopback addresses bypass the proxy.
  await session.setProxy({ proxyRules: deadProxy, proxyBypassRules: '<-loopback>' });
};

/**
 * Disables DNS prefetching, which ignores the content security policy: a host name can carry data
 * to whoever runs its DNS server. Call before the app is ready.
 */
export const disableNamePrefetching = (): void =>
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');

/** Refuses downloads: the main process writes all files, to where the person chooses. */
export const refuseDownloads = (session: Session): void => {
  session.on('will-download', (event) => event.preventDefault());
};
