import { assetPath, type AssetName } from '../assets.ts';
import { coverageOf, type Coverage } from './coverage.ts';

export type Face = {
  /** The name of the font in documents, and inside the font file. */
  family: string;
  regular: AssetName;
  bold?: AssetName;
  /**
   * The characters for which the font is meant. The font file is read only if a text contains one of
   * them.
   */
  meantFor: RegExp;
  /** A factor for the line height, so that lines in different fonts are evenly spaced. */
  lineHeight?: number;
};

export const textFace: Face = {
  family: 'Noto Sans',
  regular: 'NotoSans_400Regular.ttf',
  bold: 'NotoSans_600SemiBold.ttf',
  // Noto Sans has Devanagari letters but cannot join them, so another font shows them.
  meantFor: /\P{Script=Devanagari}/u,
};

/**
 * The fonts for scripts that Noto Sans does not cover, in the order in which they are tried. All have
 * the SIL Open Font License. Korean uses Nanum Gothic, which is a quarter as large as the Korean Noto
 * font. Only Noto Sans has a second weight, because a bold Chinese font would add 10 MB.
 */
const otherFaces: readonly Face[] = [
  {
    family: 'Noto Sans Arabic',
    regular: 'NotoSansArabic_400Regular.ttf',
    meantFor: /\p{Script_Extensions=Arabic}/v,
    lineHeight: 0.75,
  },
  {
    family: 'Noto Sans Hebrew',
    regular: 'NotoSansHebrew_400Regular.ttf',
    meantFor: /\p{Script=Hebrew}/v,
  },
  {
    family: 'Noto Sans Devanagari',
    regular: 'NotoSansDevanagari_400Regular.ttf',
    meantFor: /\p{Script=Devanagari}/v,
  },
  {
    family: 'Noto Sans Thai',
    regular: 'NotoSansThai_400Regular.ttf',
    meantFor: /[\p{Script=Thai}\u0e3f]/v,
  },
  {
    family: 'Nanum Gothic',
    regular: 'NanumGothic_400Regular.ttf',
    meantFor: /\p{Script=Hangul}/v,
    lineHeight: 1.36,
  },
  {
    family: 'Noto Emoji',
    regular: 'NotoEmoji_400Regular.ttf',
    meantFor: /\p{Emoji_Presentation}/v,
  },
  {
    family: 'Noto Sans SC',
    regular: 'NotoSansSC_400Regular.ttf',
    meantFor:
      /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script=Bopomofo}\u3000-\u30ff\uff00-\uffef]/v,
  },
  {
    family: 'Noto Sans Math',
    regular: 'NotoSansMath_400Regular.ttf',
    meantFor: /[\p{S}\p{Math}]/v,
  },
  {
    family: 'Noto Sans Symbols 2',
    regular: 'NotoSansSymbols2_400Regular.ttf',
    meantFor: /[\p{S}\p{N}\p{P}]/v,
  },
  {
    family: 'Noto Sans Symbols',
    regular: 'NotoSansSymbols_400Regular.ttf',
    meantFor: /[\p{S}\p{N}\p{P}]/v,
  },
  { family: 'Noto Emoji', regular: 'NotoEmoji_400Regular.ttf', meantFor: /\p{Emoji}/v },
];

export const faces: readonly Face[] = [textFace, ...otherFaces];

const coverages = new Map<AssetName, Coverage>();

/**
 * Tells if a font has a character. The coverage of the font, a few kilobytes, is read when it is first
 * needed, and then cached.
 */
const covers = ({ regular }: Face, codePoint: number): boolean => {
  let coverage = coverages.get(regular);
  if (!coverage) {
    coverage = coverageOf(assetPath(regular));
    coverages.set(regular, coverage);
  }
  return coverage(codePoint);
};

const chosen = new Map<string, Face | null>();

/** Returns the font for one character, or `null` if no font has it. */
export const faceFor = (character: string): Face | null => {
  const known = chosen.get(character);
  if (known !== undefined) return known;
  const codePoint = character.codePointAt(0) ?? 0;
  const found =
    faces.find((face) => face.meantFor.test(character) && covers(face, codePoint)) ?? null;
  chosen.set(character, found);
  return found;
};

export const hasCharacter = (face: Face, character: string): boolean =>
  covers(face, character.codePointAt(0) ?? 0);
