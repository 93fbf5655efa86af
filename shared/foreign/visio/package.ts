import { strFromU8, unzipSync } from 'fflate/browser';
import { t } from '../../locales/texts.ts';
import type { OtmRefusal } from '../../otm/content.ts';
import { limits as modelLimits } from '../../otm/limits.ts';
import { childNamed, parseXml, type XmlElement } from '../xml.ts';

/** The parts of a Visio file that describe its drawings, by path. */
export type VisioPackage = ReadonlyMap<string, XmlElement>;

const limits = { parts: 4000, bytes: 48 * 1024 * 1024, shapes: modelLimits.elements };

const wanted =
  /^visio\/(?:(?:document|comments)\.xml|(?:pages|masters)\/(?:_rels\/)?[\w.-]+\.(?:xml|rels))$/i;

/**
 * Tells if a file is a Visio drawing: a ZIP archive that contains a Visio document or a list of pages.
 */
export const isVisio = (bytes: Uint8Array): boolean => {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b || bytes[2] !== 0x03) return false;
  let isFound = false;
  try {
    unzipSync(bytes, {
      filter: ({ name }) => {
        isFound ||= name === 'visio/document.xml' || name === 'visio/pages/pages.xml';
        return false;
      },
    });
  } catch {
    return false;
  }
  return isFound;
};

type Read = { ok: true; parts: VisioPackage } | { ok: false; refusal: OtmRefusal };

const refused = (reason: string): Read => ({ ok: false, refusal: { place: '$', reason } });

/**
 * Reads the parts of a Visio file. If there are too many parts or shapes, or the parts are too large, the
 * file is refused. The directory of the archive states the sizes, so a part beyond the limit is never
 * expanded.
 */
export const readVisioPackage = (bytes: Uint8Array): Read => {
  let count = 0;
  let size = 0;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!wanted.test(name)) return false;
        count += 1;
        size += originalSize;
        return count <= limits.parts && size <= limits.bytes;
      },
    });
  } catch {
    return refused(t('imports:refused.damaged-zip'));
  }
  if (count > limits.parts || size > limits.bytes) {
    return refused(t('imports:refused.unpacked', { limit: limits.bytes / 1024 / 1024 }));
  }
  const parts = new Map<string, XmlElement>();
  let shapes = 0;
  for (const [name, content] of Object.entries(files)) {
    const parsed = parseXml(strFromU8(content));
    if (!parsed.ok) return parsed;
    parts.set(name, parsed.root);
    if (name.startsWith('visio/pages/')) shapes += countOfShapes(parsed.root);
    if (shapes > limits.shapes) {
      return refused(t('imports:refused.elements', { count: shapes, limit: limits.shapes }));
    }
  }
  return { ok: true, parts };
};

const countOfShapes = (element: XmlElement): number =>
  element.children.reduce(
    (sum, child) => sum + countOfShapes(child),
    element.name === 'Shape' ? 1 : 0,
  );

/**
 * Returns the part to which the `Rel` child of each element refers. If several elements refer to the same
 * part, only the first one gets it. Otherwise, a small file could use a large part many times.
 */
export const relatedParts = (
  parts: VisioPackage,
  folder: 'pages' | 'masters',
  elements: readonly XmlElement[],
): ReadonlyMap<XmlElement, XmlElement> => {
  const relations = parts.get(`visio/${folder}/_rels/${folder}.xml.rels`)?.children ?? [];
  const targets = new Map(
    relations.map(({ attributes }) => [attributes.get('Id'), attributes.get('Target') ?? '']),
  );
  const found = new Map<XmlElement, XmlElement>();
  const used = new Set<XmlElement>();
  for (const element of elements) {
    const target = targets.get(childNamed(element, 'Rel')?.attributes.get('id')) ?? '';
    const part = parts.get(`visio/${folder}/${target.replace(/^.*\//, '')}`);
    if (!part || used.has(part)) continue;
    used.add(part);
    found.set(element, part);
  }
  return found;
};
