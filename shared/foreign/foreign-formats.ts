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

/** Every JSON file of another tool contains at least one of these keys. */
export const foreignKeys = ['"summary"', '"scope"'];
