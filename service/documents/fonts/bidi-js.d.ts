/**
 * Declares the ES module of the package. The package's own types describe its CommonJS file, whose
 * default export differs between Node and bundlers.
 */
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js';

  export default function bidiFactory(): Bidi;
}
