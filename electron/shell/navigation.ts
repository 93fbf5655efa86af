import { shell, type Session, type WebContents } from 'electron';
import { classifyNavigation } from './classify-navigation.ts';

/** The window never leaves its page: links open in the browser, everything else is prevented. */
export const confineNavigation = (contents: WebContents): void => {
  const openExternal = (url: string): void => {
    if (classifyNavigation(url) === 'external') void shell.openExternal(url);
  };
  contents.on('will-navigate', (event) => {
    event.preventDefault();
    openExternal(event.url);
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url);
    return { action: 'deny' };
  });
};

const allowedPermission = 'clipboard-sanitized-write';

/** Every permission but writing to the clipboard is denied, asked for or only checked. */
export const denyPermissions = (session: Session): void => {
  session.setPermissionRequestHandler((_contents, permission, decide) =>
    decide(permission === allowedPermission),
  );
  session.setPermissionCheckHandler((_contents, permission) => permission === allowedPermission);
  session.setDevicePermissionHandler(() => false);
};
