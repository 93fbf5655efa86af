/**
 * The package's types describe its CommonJS file, whose default export differs between Node and
 * bundlers. The ES module is the same for both.
 */
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js';

  export default function bidiFactory(): Bidi;
}
