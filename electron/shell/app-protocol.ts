import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { app, protocol } from 'electron';
import { appOrigin, contentTypes, fileOfUrl } from './app-url.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

/**
 * Returns the address of the development server, which electron-vite sets. Returns `undefined` in a
 * packaged app.
 */
export const developmentUrl = (): string | undefined =>
  app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'];

/** Returns the origin of the window's page. Only that page may ask for the port to the main process. */
export const pageOrigin = (): string => {
  const url = developmentUrl();
  return url === undefined ? appOrigin : new URL(url).origin;
};

/**
 * Registers the scheme `app` as a standard scheme, so that it has its own origin. Call before the app is
 * ready, because Electron allows it only then.
 */
export const registerAppScheme = (): void =>
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } },
  ]);

/**
 * Serves the window's own files from `folder`, for GET requests only. The page gets a new nonce each
 * time.
 */
export const serveApp = (folder: string): void =>
  protocol.handle('app', async (request) => {
    if (request.method !== 'GET') return new Response(null, { status: 405 });
    const file = fileOfUrl(request.url, folder);
    if (!file) return new Response(null, { status: 404 });
    const content = await readFile(file).catch(() => null);
    if (!content) return new Response(null, { status: 404 });
    const type = contentTypes[extname(file)] ?? 'application/octet-stream';
    const headers = { 'content-type': type, 'x-content-type-options': 'nosniff' };
    if (extname(file) !== '.html') return new Response(new Uint8Array(content), { headers });
    const nonce = randomBytes(16).toString('base64');
    return new Response(content.toString('utf8').replaceAll('__CSP_NONCE__', nonce), {
      headers: { ...headers, 'content-security-policy': contentSecurityPolicy(nonce) },
    });
  });
