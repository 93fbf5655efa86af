/** The formats of other tools that can be imported. */
export const foreignFormats = [
  'threat-dragon',
  'tm7',
  'drawio',
  'visio',
  'tm-bom',
  'mermaid',
  'csv',
] as const;
export type ForeignFormat = (typeof foreignFormats)[number];

/**
 * Every JSON file of the formats above contains at least one of these keys. So a file without them has
 * another format, and need not be parsed to find that out.
 */
export const foreignKeys = ['"summary"', '"scope"'];
