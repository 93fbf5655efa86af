import type { ModelContent } from '../otm/content.ts';

type Write = (model: ModelContent) => string;

type TextFormat = {
  /** The suffixes that a file name may have. A new file gets the first suffix. */
  suffixes: readonly [string, ...string[]];
  mediaType: string;
  /** Loads the code of the format. This happens only when the format is used. */
  load: () => Promise<Write>;
};

const json = 'application/json';
const csv = 'text/csv';

/**
 * The text formats of a threat model. To add a format, add a row here, its name in `exports:format`, and
 * a test with the texts of `testing/small-model.ts`.
 */
export const textFormats = {
  otm: {
    suffixes: ['.otm', '.json'],
    mediaType: json,
    load: async () => (await import('./otm-files.ts')).strictOtm,
  },
  'otm-service': {
    suffixes: ['.service.otm', '.service.json'],
    mediaType: json,
    load: async () => (await import('./otm-files.ts')).serviceOtm,
  },
  'otm-yaml': {
    suffixes: ['.otm.yaml', '.yaml', '.yml'],
    mediaType: 'application/yaml',
    load: async () => (await import('./otm-files.ts')).strictYaml,
  },
  'otm-service-yaml': {
    suffixes: ['.service.yaml', '.service.yml'],
    mediaType: 'application/yaml',
    load: async () => (await import('./otm-files.ts')).serviceYaml,
  },
  csv: {
    suffixes: ['.csv'],
    mediaType: csv,
    load: async () => (await import('./register-csv.ts')).registerCsv,
  },
  markdown: {
    suffixes: ['.md', '.markdown'],
    mediaType: 'text/markdown',
    load: async () => (await import('./register-markdown.ts')).registerMarkdown,
  },
  sarif: {
    suffixes: ['.sarif', '.sarif.json'],
    mediaType: 'application/sarif+json',
    load: async () => (await import('./register-sarif.ts')).registerSarif,
  },
  jira: {
    suffixes: ['.jira.csv'],
    mediaType: csv,
    load: async () => (await import('./jira-csv.ts')).jiraCsv,
  },
  defectdojo: {
    suffixes: ['.defectdojo.json'],
    mediaType: json,
    load: async () => (await import('./defect-dojo.ts')).defectDojoJson,
  },
  mermaid: {
    suffixes: ['.mmd', '.mermaid', '.mermaid.md'],
    mediaType: 'text/vnd.mermaid',
    load: async () => (await import('./mermaid.ts')).mermaidText,
  },
  drawio: {
    suffixes: ['.drawio', '.drawio.xml'],
    mediaType: 'application/vnd.jgraph.mxfile',
    load: async () => (await import('./draw-io.ts')).drawIoXml,
  },
  graph: {
    suffixes: ['.graph.json'],
    mediaType: json,
    load: async () => (await import('./model-graph.ts')).graphJson,
  },
  arrows: {
    suffixes: ['.arrows.json'],
    mediaType: json,
    load: async () => (await import('./arrows.ts')).arrowsJson,
  },
  apoc: {
    suffixes: ['.jsonl', '.apoc.jsonl'],
    mediaType: 'application/jsonl',
    load: async () => (await import('./apoc.ts')).apocJsonLines,
  },
  cypher: {
    suffixes: ['.cypher', '.cql'],
    mediaType: 'application/x-cypher-query',
    load: async () => (await import('./cypher.ts')).cypherScript,
  },
} as const satisfies Record<string, TextFormat>;

export type TextFormatName = keyof typeof textFormats;

export const isTextFormat = (name: string): name is TextFormatName =>
  Object.hasOwn(textFormats, name);

export const textFormatNames: readonly TextFormatName[] =
  Object.keys(textFormats).filter(isTextFormat);

/** The formats that need large libraries. Files of these formats are written in another process. */
const documentFormats = {
  xlsx: {
    suffixes: ['.xlsx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
} as const;

export const reportFormats = {
  pdf: { suffixes: ['.pdf'], mediaType: 'application/pdf' },
  html: { suffixes: ['.html', '.htm'], mediaType: 'text/html' },
  docx: {
    suffixes: ['.docx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
} as const;
export type ReportFormat = keyof typeof reportFormats;

export const imageFormats = {
  png: { suffixes: ['.png'], mediaType: 'image/png' },
  svg: { suffixes: ['.svg'], mediaType: 'image/svg+xml' },
} as const;
export type ImageFormat = keyof typeof imageFormats;

/** The formats of a threat model that are neither reports nor images. */
export const fileFormats = { ...textFormats, ...documentFormats };
export type FileFormatName = keyof typeof fileFormats;

/** The suffix of a Mermaid file with several flowcharts, which is a Markdown file. */
export const mermaidMarkdownSuffix =
  '.mermaid.md' satisfies (typeof textFormats.mermaid.suffixes)[number];

export const isMarkdownName = (fileName: string): boolean => /\.md$/i.test(fileName);

/** Returns the text of a model in a format. */
export const exportText = async (model: ModelContent, format: TextFormatName): Promise<string> => {
  const write = await textFormats[format].load();
  return write(model);
};
