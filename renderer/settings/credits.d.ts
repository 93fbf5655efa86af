/** Made by `build/credits.ts`. */
declare module 'virtual:credits' {
  export const version: string;
  export const credits: readonly { name: string; version: string; license: string; text: string }[];
}
