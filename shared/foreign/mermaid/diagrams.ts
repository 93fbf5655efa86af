import { quoted } from '../../otm/notes.ts';
import { mermaidBlocks } from './blocks.ts';
import { titleIn } from './properties.ts';

/** A diagram of a Mermaid or Markdown file. */
export type MermaidDiagram = {
  /** The title in the settings before the diagram, or an empty text. */
  title: string;
  /** The first word of the diagram, in quotes, for a message. */
  type: string;
  /** The statements of a flowchart, or undefined for a diagram of another type. */
  flowchart: string | undefined;
};

const flowchartStart =
  /^[ \t]*(?:flowchart|graph)(?:-elk)?(?=[ \t;\n]|$)[ \t]*(?:TB|TD|BT|BR|RL|LR|[<>v^])?[ \t]*;?/;

/** The start of a diagram of another type. The type is alone on its line. */
const otherStart =
  /^(?:[a-z]+Diagram(?:-v2)?|C4[A-Z][a-z]+|[a-z]+-beta|gantt|journey|gitGraph|mindmap|timeline|quadrantChart|pie|kanban)[ \t]*(?:\n|$)/;

/** The settings in YAML before a diagram, between two lines of dashes. */
const frontMatter = /^---[ \t]*(\n[\s\S]*?)??\n[ \t]*---[ \t]*(?:\n|$)/;

/**
 * Directives, comments, and accessibility texts. They are removed from a diagram, because they may
 * contain brackets, quotes, and line ends.
 */
const removed =
  /%%\{(?:(?!%%\{)[\s\S])*?\}%%|^[ \t]*(?:%%[^\n]*|acc(?:Title|Descr)[ \t]*:[^\n]*|accDescr[ \t]*\{[^{}]*\})/gm;

/**
 * Returns the diagrams of a text: the fenced blocks of a Markdown file, or the text itself. The result
 * is empty if the text contains no diagram.
 */
export const diagramsIn = (text: string): MermaidDiagram[] => {
  const plain = text.replaceAll(/\r\n?/g, '\n');
  const blocks = mermaidBlocks(plain);
  if (blocks.length > 0) return blocks.flatMap(diagramOf);
  return diagramOf(plain).filter(
    ({ flowchart, source }) => flowchart !== undefined || otherStart.test(source),
  );
};

/** Returns the diagram of a block, or an empty list for an empty block. */
const diagramOf = (block: string): (MermaidDiagram & { source: string })[] => {
  const text = block.trim();
  const [settings = ''] = frontMatter.exec(text) ?? [];
  const source = text.slice(settings.length).replaceAll(removed, '').trim();
  if (source === '') return [];
  return [
    {
      title: titleIn(settings.trim().replaceAll(/^---|---$/g, '')),
      type: quoted(/^\S+/.exec(source)?.[0]),
      flowchart: flowchartStart.test(source) ? source.replace(flowchartStart, '') : undefined,
      source,
    },
  ];
};
