import { strFromU8, unzipSync } from 'fflate/browser';
import { t } from '../locales/texts.ts';
import type { OtmRefusal } from '../otm/content.ts';
import { childrenNamed, parseXml, type XmlElement } from './xml.ts';

/** The parts of a Visio file that describe its drawings, by path. */
export type VisioPackage = ReadonlyMap<string, XmlElement>;

const limits = { parts: 4000, bytes: 48 * 1024 * 1024 };

const wanted = /^visio\/(?:pages|masters)\/(?:_rels\/)?[\w.-]+\.(?:xml|rels)$/i;

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
 * Reads the parts of a Visio file. If there are too many parts or they are too large, the file is
 * refused. The directory of the archive states the sizes, so a part beyond the limit is never
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
  for (const [name, content] of Object.entries(files)) {
    const parsed = parseXml(strFromU8(content));
    if (!parsed.ok) return parsed;
    parts.set(name, parsed.root);
  }
  return { ok: true, parts };
};

/** Returns the part to which the `Rel` child of an element refers. */
export const related = (
  parts: VisioPackage,
  folder: 'pages' | 'masters',
  element: XmlElement,
): XmlElement | undefined => {
  const id = childrenNamed(element, 'Rel')[0]?.attributes.get('id');
  const relations = parts.get(`visio/${folder}/_rels/${folder}.xml.rels`);
  const relation = relations?.children.find(({ attributes }) => attributes.get('Id') === id);
  const target = relation?.attributes.get('Target') ?? '';
  return parts.get(`visio/${folder}/${target.replace(/^.*\//, '')}`);
};
