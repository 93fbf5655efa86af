import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The files that documents are made with. They come from npm packages when the service runs from
 * its sources; a bundle has no packages beside it, so the build of the desktop app copies each of
 * them into `assetFolder` next to the bundle (build/electron.vite.config.ts).
 */
export const assetFolder = 'document-assets';

const folder = [assetFolder, join('..', assetFolder)]
  .map((name) => join(import.meta.dirname, name))
  .find((path) => existsSync(path));

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
} as const;

export type AssetName = keyof typeof packaged;

/** Where a file lies now. */
export const assetPath = (name: AssetName): string =>
  folder ? join(folder, name) : fileURLToPath(packaged[name]());

/** What a build has to copy, as absolute paths. A font may be handed on with its licence only. */
export const assetSources = (): { name: string; path: string }[] =>
  Object.values(packaged).flatMap((locate) => {
    const path = fileURLToPath(locate());
    const asset = { name: basename(path), path };
    const licence = join(path, '..', '..', 'LICENSE_FONT');
    return path.endsWith('.ttf')
      ? [asset, { name: `${basename(path, '.ttf')}-LICENSE.txt`, path: licence }]
      : [asset];
  });
