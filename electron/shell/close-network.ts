import { app, type Session } from 'electron';

/**
 * A proxy that does not respond. No program listens on this port, because only root can listen on it,
 * and its service (TCPMUX) is obsolete.
 */
const deadProxy = 'http://127.0.0.1:1';

const networkUrls = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*'];

/**
 * Blocks the network for the page. The page needs no network, because its files come from the app and
 * its data from the main process. Requests are canceled, and the proxy that does not respond blocks
 * everything else, such as WebRTC.
 */
export const closeNetwork = async (session: Session): Promise<void> => {
  session.webRequest.onBeforeRequest({ urls: networkUrls }, (_details, decide) =>
    decide({ cancel: true }),
  );
  // `<-loopback>` makes loopback addresses use the proxy too. By default, they bypass it.
  await session.setProxy({ proxyRules: deadProxy, proxyBypassRules: '<-loopback>' });
};

/**
 * Disables DNS prefetching, which ignores the content security policy. Otherwise a page could send data
 * in a host name, because the name is sent to a DNS server. Call before the app is ready, because
 * Chromium reads the setting when it starts.
 */
export const disableNamePrefetching = (): void =>
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');

/** Refuses downloads, because only the main process writes files, and only where the person chooses. */
export const refuseDownloads = (session: Session): void => {
  session.on('will-download', (event) => event.preventDefault());
};
