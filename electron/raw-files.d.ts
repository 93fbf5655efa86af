/** The text of the imported file, which the build bundles. */
declare module '*?raw' {
  const text: string;
  export default text;
}
