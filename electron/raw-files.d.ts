/** A module whose name ends in `?raw` exports the text of its file, which the build bundles. */
declare module '*?raw' {
  const text: string;
  export default text;
}
