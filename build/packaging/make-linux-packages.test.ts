import { expect, test } from 'vitest';
import { debianControl, desktopEntry, fileType, rpmSpec } from './linux-package-texts.ts';
import { isLinuxKind, missingTools } from './make-linux-packages.ts';
import { packageConfig } from './package-config.ts';

const about = { version: '1.2.0-beta.1', arch: 'x64', installedSize: 1234 };

test('a kind whose program is missing is named with the package to install', () => {
  expect(missingTools(['deb', 'rpm'], () => true)).toEqual([]);
  const missing = missingTools(['deb', 'rpm'], (program) => program === 'dpkg-deb');
  expect(missing).toEqual([expect.stringMatching(/^For rpm, rpmbuild is missing\..*install rpm/)]);
  expect(['deb', 'rpm', 'AppImage', 'toString'].filter(isLinuxKind)).toEqual(['deb', 'rpm']);
});

test('a preview sorts before its release, and the processor has the system’s name', () => {
  expect(debianControl(about)).toMatch(/^Version: 1\.2\.0~beta\.1\nArchitecture: amd64$/m);
  expect(rpmSpec(about, '/staged')).toMatch(/^Version: 1\.2\.0~beta\.1$/m);
  expect(rpmSpec({ ...about, arch: 'arm64' }, '/staged')).toContain('BuildArch: aarch64');
});

test('the control file has the form that dpkg reads', () => {
  const lines = debianControl(about).trimEnd().split('\n');
  for (const line of lines) expect(line).toMatch(/^(?:[A-Z][A-Za-z-]+: \S| \S)/);
  expect(debianControl(about).endsWith('\n')).toBe(true);
});

test('the mode of chrome-sandbox lets it start the sandbox', () => {
  expect(rpmSpec(about, '/staged')).toContain('%attr(4755, root, root)');
});

test('all packages open the same file type', () => {
  const source = { electronDist: '', electronVersion: '', output: '', icons: '', updates: null };
  const { fileAssociations } = packageConfig({ ...source, isOfficial: true });
  const [{ ext, mimeType } = { ext: '', mimeType: '' }] = [fileAssociations ?? []].flat();
  expect(fileType).toContain(`type="${mimeType}"`);
  expect(fileType).toContain(`pattern="*.${String(ext)}"`);
  expect(desktopEntry).toContain(`MimeType=${mimeType};`);
});
