import type { AssetName } from '../assets.ts';
import { assetPath } from '../assets.ts';
import { faceFor, textFace, type Face } from './font-faces.ts';
import { fontSubset } from './font-subset.ts';

/**
 * Characters of scripts whose letters change with their neighbors. An embedded font lacks the rules for
 * these changes, so the viewer's own font shows such characters.
 */
const joined = /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}]/v;

const texts = /<text([^>]*)>([^<]*)<\/text>/gu;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

type Weight = 'regular' | 'bold';
type Used = { face: Face; weight: Weight; codePoints: Set<number> };

/**
 * Embeds fonts in an SVG document. Each font has only the characters that the document uses, and takes
 * about ten kilobytes. Without embedded fonts, the viewer's font would decide how wide text is, and
 * names and labels would overlap. The viewer's font still shows the characters that cannot be embedded.
 */
export const embedFonts = async (svg: string): Promise<string> => {
  const used = usedIn(svg);
  if (used.length === 0) return svg;
  const { openSync } = await import('fontkit');
  const rules = used.map(({ face, weight, codePoints }) => {
    const font = openSync(assetPath(fileOf(face, weight)));
    if (!('createSubset' in font)) throw new Error(`${face.family} is a collection of fonts`);
    const data = Buffer.from(fontSubset(font, codePoints)).toString('base64');
    return (
      `@font-face{font-family:'${face.family}';font-weight:${weight === 'bold' ? 700 : 400};` +
      `src:url(data:font/ttf;base64,${data}) format('truetype')}`
    );
  });
  const families = new Set([textFace, ...used.map(({ face }) => face)].map(({ family }) => family));
  const list = [...families].map((family) => `'${family}'`).join(',');
  const style = `<style>${rules.join('')}text{font-family:${list},sans-serif}</style>`;
  return svg.replace(/<svg[^>]*>/u, (start) => start + style);
};

const fileOf = (face: Face, weight: Weight): AssetName =>
  weight === 'bold' ? (face.bold ?? face.regular) : face.regular;

/** Returns the fonts to embed in a document, each with the characters of the document that it shows. */
const usedIn = (svg: string): Used[] => {
  const found = new Map<string, Used>();
  for (const [, attributes = '', content = ''] of svg.matchAll(texts)) {
    const isBold = attributes.includes('font-weight="bold"');
    for (const character of plain(content)) {
      const face = joined.test(character) ? null : faceFor(character);
      if (!face) continue;
      const weight = isBold && face.bold ? 'bold' : 'regular';
      const key = `${face.family} ${weight}`;
      const used = found.get(key) ?? { face, weight, codePoints: new Set() };
      used.codePoints.add(character.codePointAt(0) ?? 0);
      found.set(key, used);
    }
  }
  return [...found.values()];
};

const plain = (content: string): string =>
  content.replaceAll(/&(\w+);/gu, (whole, name: string) => entities[name] ?? whole);
