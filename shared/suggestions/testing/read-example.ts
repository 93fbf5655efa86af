import type { CanvasDocument, CanvasEdge, CanvasNode } from '../../canvas/document.ts';

/**
 * Reads the lines of a rule's example:
 *     boundary DMZ {trustLevel=40}
 *     process Web app in DMZ {internetFacing, #Web server}
 *     Browser -> Web app: Login {holdsCredentials, !encrypted}
 * Braces contain keys of `data`. A key alone means true, and a key with `!` means false. `=` gives the
 * key another value. `#` adds an attribute.
 */
export const readExample = (lines: readonly string[]): CanvasDocument => {
  const nodes: CanvasNode[] = [];
  const edges: CanvasEdge[] = [];
  const ids = new Map<string, string>();
  const addNode = (type: string, name: string, inside: string | undefined, data: Data): string => {
    const known = ids.get(name);
    if (known !== undefined) return known;
    const parentId =
      inside === undefined ? undefined : addNode('trustBoundaryNode', inside, undefined, {});
    const id = `n${ids.size + 1}`;
    ids.set(name, id);
    nodes.push({
      id,
      type,
      position: { x: 0, y: 0 },
      ...(parentId !== undefined && { parentId }),
      data: { label: name, ...data },
    });
    return id;
  };
  for (const line of lines) {
    const { text, data } = withData(line);
    const flow = /^(.+?) -> (.+?): (.*)$/.exec(text);
    if (flow) {
      const [, from = '', to = '', label = ''] = flow;
      const [source, target] = [ids.get(from), ids.get(to)];
      if (source === undefined || target === undefined) throw new Error(`No end: ${line}`);
      edges.push({ id: `f${edges.length + 1}`, source, target, data: { label, ...data } });
      continue;
    }
    const node = /^(process|store|entity|boundary) (.+?)(?: in (.+))?$/.exec(text);
    if (!node) throw new Error(`No element: ${line}`);
    const [, kind = '', name = '', inside] = node;
    addNode(nodeTypes[kind] ?? kind, name, inside, data);
  }
  return { nodes, edges };
};

type Data = Record<string, unknown>;

const nodeTypes: Record<string, string> = {
  process: 'processNode',
  store: 'dataStoreNode',
  entity: 'externalEntityNode',
  boundary: 'trustBoundaryNode',
};

const withData = (line: string): { text: string; data: Data } => {
  const [, text = line, words = ''] = /^(.*?)\s*\{(.*)\}$/.exec(line) ?? [];
  const data: Data = {};
  const attributes: string[] = [];
  for (const word of words.split(/,\s*/).filter(Boolean)) {
    const [key = '', value] = word.split('=');
    if (word.startsWith('#')) attributes.push(word.slice(1));
    else if (word.startsWith('!')) data[word.slice(1)] = false;
    else if (value === undefined) data[key] = true;
    else data[key] = /^\d+$/.test(value) ? Number(value) : value;
  }
  return { text, data: { ...data, ...(attributes.length > 0 && { attributes }) } };
};
