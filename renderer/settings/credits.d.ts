/** `build/credits.ts` makes this module. */
declare module 'virtual:credits' {
  export const version: string;
  export const credits: readonly { name: string; version: string; license: string; text: string }[];
}
