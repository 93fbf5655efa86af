import type { Configuration } from 'electron-builder';
import { languageNames } from '#shared/locales/languages.ts';
import { root } from '../root.ts';

type Source = {
  /** The folder with the program of Electron. */
  electronDist: string;
  /** The version of the program in `electronDist`. */
  electronVersion: string;
  /** False if Electron is a third party's repack. */
  isOfficial: boolean;
  output: string;
  /** A folder with the icon in all sizes. */
  icons: string;
  /**
   * The address of the folder with the latest packages, or `null` if the app must never look for
   * updates.
   */
  updates: string | null;
};

/**
 * Electron's fuses, which are switches in the program file itself. With these values, no argument
 * or variable can turn the app into plain Node, attach a debugger, or load unpackaged code.
 */
export const fuses = {
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableCookieEncryption: true,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
} as const;

/**
 * Returns the configuration of electron-builder. For signing, electron-builder reads its usual
 * environment variables.
 */
export const packageConfig = (source: Source): Configuration => {
  const { electronDist, electronVersion, isOfficial, output, icons, updates } = source;
  const kind = isOfficial ? '' : '-development';
  return {
    appId: 'app.parapet.desktop',
    productName: 'Parapet',
    copyright: 'The Parapet authors',
    artifactName: `parapet-\${version}${kind}-\${os}-\${arch}.\${ext}`,
    directories: { app: root, buildResources: 'build/packaging', output },
    // No npm packages are included, because everything is bundled.
    files: ['out/main/**', 'out/preload/**', 'out/renderer/**', 'package.json', '!node_modules/**'],
    asar: true,
    npmRebuild: false,
    // An official Electron is not copied from a folder, because electron-builder downloads it for each
    // architecture and checks its hash.
    ...(isOfficial ? {} : { electronDist }),
    electronVersion,
    electronFuses: { ...fuses },
    // Electron's language tags are the same as those of the app, except that Electron's tag for English
    // includes the region.
    electronLanguages: Object.keys(languageNames).map((tag) => (tag === 'en' ? 'en-US' : tag)),
    // This setting does not publish anything. It stores the address of updates in the app.
    publish: updates === null ? null : { provider: 'generic', url: updates },
    fileAssociations: [
      {
        ext: 'otm',
        name: 'Open Threat Model',
        description: 'Open Threat Model file',
        mimeType: 'application/vnd.open-threat-model',
        role: 'Editor',
      },
    ],
    linux: {
      // The targets lack deb and rpm, because make-linux-packages.ts makes these packages.
      target: ['AppImage', 'tar.gz'],
      icon: icons,
      executableName: 'parapet',
      category: 'Development',
      synopsis: 'Threat modeling on your desktop',
      maintainer: 'The Parapet authors <parapet@localhost>',
      vendor: 'The Parapet authors',
    },
    win: {
      target: [{ target: 'nsis', arch: ['x64', 'arm64'] }],
      icon: `${icons}/512x512.png`,
    },
    nsis: { oneClick: false, allowToChangeInstallationDirectory: true, perMachine: false },
    mac: {
      // The zip file is needed because the app downloads it to update itself.
      target: ['dmg', 'zip'].map((target) => ({ target, arch: ['universal'] })),
      icon: `${icons}/1024x1024.png`,
      category: 'public.app-category.developer-tools',
      hardenedRuntime: true,
      gatekeeperAssess: false,
      entitlements: 'build/packaging/entitlements.mac.plist',
      entitlementsInherit: 'build/packaging/entitlements.mac.plist',
      notarize: Boolean(process.env.APPLE_TEAM_ID),
    },
  };
};
