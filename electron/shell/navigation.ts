import type { Session, WebContents } from 'electron';

type Dependencies = {
  /** The address of the only page that the window shows. */
  page: string;
  openLink: (url: string) => void;
};

/** Keeps the window on its page. Links open in the browser, and all other navigation is prevented. */
export const confineNavigation = (
  contents: WebContents,
  { page, openLink }: Dependencies,
): void => {
  contents.on('will-navigate', (event) => {
    event.preventDefault();
    openLink(event.url);
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // A navigation to about:blank would leave an empty window, and no event can prevent it. So the page is
  // loaded again.
  contents.on('did-navigate', (_event, url) => {
    if (!url.startsWith(page)) void contents.loadURL(page);
  });
  contents.setWindowOpenHandler(({ url }) => {
    openLink(url);
    return { action: 'deny' };
  });
  // This policy disables WebRTC, because it requires a proxy that carries UDP, and there is none (see
  // `closeNetwork`).
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
};

const allowedPermission = 'clipboard-sanitized-write';

/**
 * Denies every permission except writing to the clipboard, both when the page requests it and when
 * Chromium checks it.
 */
export const denyPermissions = (session: Session): void => {
  session.setPermissionRequestHandler((_contents, permission, decide) =>
    decide(permission === allowedPermission),
  );
  session.setPermissionCheckHandler((_contents, permission) => permission === allowedPermission);
  session.setDevicePermissionHandler(() => false);
};
