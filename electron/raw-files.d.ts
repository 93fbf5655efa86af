/** The text of a file, bundled by the build. */
declare module '*?raw' {
  const text: string;
  export default text;
}
