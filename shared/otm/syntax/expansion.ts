import { isAlias, isCollection, isPair, isScalar, type Document } from 'yaml';
import { t } from '../../locales/texts.ts';
import type { Limits } from '../limits.ts';

/** The size of everything below a node. Each alias counts as much as the content that it repeats. */
type Size = { values: number; characters: number };

const nothing: Size = { values: 0, characters: 0 };

/**
 * Returns why a document is too large after its aliases are expanded, or `undefined` if it is not. In
 * memory, all aliases of an anchor share one object, but the model gets a copy for each alias. So 95
 * aliases of one map made 1.2 MB of YAML take 1.7 GB.
 */
export const expansionOf = (
  document: Document.Parsed,
  { values, characters, anchors }: Limits['yaml'],
): string | undefined => {
  const known = new Map<string, Size>();
  let named = 0;

  const add = (one: Size, other: Size): Size => {
    one.values += other.values;
    one.characters += other.characters;
    return one;
  };
  const sizeOf = (node: unknown): Size => {
    if (isAlias(node)) {
      named += 1;
      return known.get(node.source) ?? nothing;
    }
    if (isPair(node)) return add(add({ ...nothing }, sizeOf(node.key)), sizeOf(node.value));
    if (!isScalar(node) && !isCollection(node)) return nothing;
    const size: Size = { values: 1, characters: 0 };
    if (isCollection(node)) for (const item of node.items) add(size, sizeOf(item));
    else size.characters = String(node.value).length;
    if (node.anchor !== undefined) {
      named += 1;
      known.set(node.anchor, { ...size });
    }
    return size;
  };

  const whole = sizeOf(document.contents);
  if (named > anchors) return t('imports:refused.anchors', { limit: anchors });
  return whole.values > values || whole.characters > characters
    ? t('imports:refused.aliases')
    : undefined;
};
