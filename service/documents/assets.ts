import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder, next to the bundle of a built desktop app, with the files that are needed to make
 * documents. The build copies the files there (`build/electron.vite.config.ts`), because a bundle has no
 * npm packages beside it. When the service runs from source, the files come from the npm packages.
 */
export const assetFolder = 'document-assets';

/**
 * The folder of the fonts, beside the window's bundle. The window needs the same fonts, so a build has
 * only this copy of them.
 */
export const fontFolder = 'fonts';

const foldersOf = (path: string): string[] =>
  [path, join('..', path)]
    .map((name) => join(import.meta.dirname, name))
    .filter((folder) => existsSync(folder));

const folders = [...foldersOf(assetFolder), ...foldersOf(join('..', 'renderer', fontFolder))];

const packaged = {
  'NotoSans_400Regular.ttf': () =>
    import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  'NotoSans_600SemiBold.ttf': () =>
    import.meta.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
  'NotoSansArabic_400Regular.ttf': () =>
    import.meta
      .resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
  'NotoSansDevanagari_400Regular.ttf': () =>
    import.meta
      .resolve('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
  'NotoSansHebrew_400Regular.ttf': () =>
    import.meta
      .resolve('@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
  'NotoSansThai_400Regular.ttf': () =>
    import.meta.resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
  'NanumGothic_400Regular.ttf': () =>
    import.meta.resolve('@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf'),
  'NotoSansSC_400Regular.ttf': () =>
    import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  'NotoSansMath_400Regular.ttf': () =>
    import.meta.resolve('@expo-google-fonts/noto-sans-math/400Regular/NotoSansMath_400Regular.ttf'),
  'NotoSansSymbols_400Regular.ttf': () =>
    import.meta
      .resolve('@expo-google-fonts/noto-sans-symbols/400Regular/NotoSansSymbols_400Regular.ttf'),
  'NotoSansSymbols2_400Regular.ttf': () =>
    import.meta
      .resolve('@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf'),
  'NotoEmoji_400Regular.ttf': () =>
    import.meta.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
  'index_bg.wasm': () => import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'),
  'typst_ts_web_compiler_bg.wasm': () =>
    import.meta.resolve('@myriaddreamin/typst-ts-web-compiler/wasm'),
  'report.typ': () => import.meta.resolve('#service/documents/report/report.typ'),
} as const;

export type AssetName = keyof typeof packaged;

const paths = new Map<AssetName, string>();

/**
 * Returns the path of a file. The file in the build is used if it exists, and otherwise the file in its
 * npm package.
 */
export const assetPath = (name: AssetName): string => {
  const known = paths.get(name);
  if (known !== undefined) return known;
  const built = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  const path = built ?? fileURLToPath(packaged[name]());
  paths.set(name, path);
  return path;
};

/**
 * Returns the files that a build has to copy, with absolute paths. They include the licenses of the
 * fonts, because a font may only be distributed with its license.
 */
export const assetSources = (): { name: string; path: string }[] =>
  Object.values(packaged).flatMap((locate) => {
    const path = fileURLToPath(locate());
    const asset = { name: basename(path), path };
    const licence = join(path, '..', '..', 'LICENSE_FONT');
    return path.endsWith('.ttf')
      ? [asset, { name: `${basename(path, '.ttf')}-LICENSE.txt`, path: licence }]
      : [asset];
  });
