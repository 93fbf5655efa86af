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

/** A JSON file of the formats above contains at least one of these keys. */
export const foreignKeys = ['"summary"', '"scope"'];
