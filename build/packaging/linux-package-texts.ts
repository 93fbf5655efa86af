/** The values in the metadata of deb and rpm packages. */
export type LinuxPackage = {
  version: string;
  /** Node's name of the architecture, such as `x64`. */
  arch: string;
  /** The size of all installed files, in KiB. */
  installedSize: number;
};

/** The folder into which the packages install the app. */
export const installFolder = '/opt/Parapet';
/** The name of the app in menus, commands, and file types. */
export const linuxName = 'parapet';

const summary = 'Threat modeling on your desktop';
const description = `Draw a system, find its threats, and decide on mitigations. Works offline, on this
computer alone or with the service of a team.`;
const maintainer = 'The Parapet authors <parapet@localhost>';
const mimeType = 'application/vnd.open-threat-model';

const debianArch: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };
const rpmArch: Record<string, string> = { x64: 'x86_64', arm64: 'aarch64' };

/**
 * Replaces hyphens with `~`, because both package managers sort `~` before everything else. So a
 * preview is older than its release.
 */
const sortable = (version: string): string => version.replaceAll('-', '~');

/**
 * The packages of the libraries that Electron is linked with. Some packages have two names here, because
 * newer systems renamed them.
 */
const debianDepends = [
  'libasound2t64 | libasound2',
  'libatk-bridge2.0-0t64 | libatk-bridge2.0-0',
  'libatspi2.0-0t64 | libatspi2.0-0',
  'libc6',
  'libcups2t64 | libcups2',
  'libgbm1',
  'libgtk-3-0t64 | libgtk-3-0',
  'libnss3',
  'libxkbcommon0',
  'xdg-utils',
];

/**
 * The package of the library for the system's secret store. The app works without it, but does not save
 * secrets.
 */
const secretStore = 'libsecret-1-0';

export const debianControl = ({ version, arch, installedSize }: LinuxPackage): string =>
  `Package: ${linuxName}
Version: ${sortable(version)}
Architecture: ${debianArch[arch] ?? arch}
Maintainer: ${maintainer}
Installed-Size: ${installedSize}
Depends: ${debianDepends.join(', ')}
Recommends: ${secretStore}, shared-mime-info
Section: devel
Priority: optional
Description: ${summary}
${description.replaceAll(/^/gm, ' ')}
`;

/** The package contains these libraries, so `rpmbuild` must not list them as required. */
const ownLibraries = '^lib(ffmpeg|EGL|GLESv2|vk_swiftshader|vulkan)\\\\.so';

/**
 * Returns a spec file for a package with the files below `staged`. Its first lines keep `rpmbuild`
 * from stripping, compiling, and linking these files.
 */
export const rpmSpec = ({ version, arch }: LinuxPackage, staged: string): string =>
  `%global __os_install_post %{nil}
%global _build_id_links none
%global debug_package %{nil}
%global __requires_exclude ${ownLibraries}
%define _binary_payload w6T0.xzdio

Name: ${linuxName}
Version: ${sortable(version)}
Release: 1
Summary: ${summary}
License: Proprietary
Vendor: The Parapet authors
Packager: ${maintainer}
BuildArch: ${rpmArch[arch] ?? arch}
AutoProv: no
Requires: xdg-utils
Recommends: libsecret

%description
${description}

%install
cp -a "${staged}/." "%{buildroot}/"

%files
%defattr(-, root, root, -)
${installFolder}
%attr(4755, root, root) ${installFolder}/chrome-sandbox
/usr/bin/${linuxName}
/usr/share/applications/${linuxName}.desktop
/usr/share/mime/packages/${linuxName}.xml
/usr/share/icons/hicolor/*/apps/${linuxName}.png
/usr/share/doc/${linuxName}
`;

export const desktopEntry = `[Desktop Entry]
Type=Application
Name=Parapet
Comment=${summary}
Exec=${installFolder}/${linuxName} %F
Icon=${linuxName}
Terminal=false
StartupNotify=true
StartupWMClass=${linuxName}
Categories=Development;
MimeType=${mimeType};
`;

export const fileType = `<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="${mimeType}">
    <comment>Open Threat Model file</comment>
    <glob pattern="*.otm"/>
  </mime-type>
</mime-info>
`;

export const copyright = `Parapet is copyrighted by the Parapet authors.

The licenses of Electron and Chromium are in ${installFolder}/LICENSE.electron.txt and
${installFolder}/LICENSES.chromium.html. The app lists the licenses of all other parts under
Settings, About.
`;
