/** The file name extensions that an import accepts, without a dot. Other files are never opened. */
export const importableEndings = [
  'otm',
  'json',
  'yaml',
  'yml',
  'tm7',
  'tb7',
  'drawio',
  'xml',
  'vsdx',
  'mmd',
  'mermaid',
  'md',
  'csv',
] as const;

const endings = new RegExp(`\\.(?:${importableEndings.join('|')})$`, 'i');

export const isImportable = (name: string): boolean => endings.test(name);
