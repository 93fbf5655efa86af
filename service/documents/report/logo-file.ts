import type { TypesetFile } from './typeset.ts';

const startsWith = (content: Uint8Array, bytes: readonly number[]): boolean =>
  bytes.every((byte, at) => content[at] === byte);

/**
 * Returns the logo as a file with the extension of its type. Returns `null` if there is no logo, or if
 * the typesetter does not support the type of the image. The report then has no logo.
 */
export const logoFile = (logo: Uint8Array | null): TypesetFile | null => {
  if (!logo) return null;
  if (startsWith(logo, [0x89, 0x50, 0x4e, 0x47])) return { path: 'logo.png', content: logo };
  if (startsWith(logo, [0xff, 0xd8, 0xff])) return { path: 'logo.jpg', content: logo };
  const start = new TextDecoder().decode(logo.subarray(0, 1000));
  return start.includes('<svg') ? { path: 'logo.svg', content: logo } : null;
};
