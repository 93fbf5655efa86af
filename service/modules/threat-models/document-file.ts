/**
 * Returns a file name such as `Checkout, Context.pdf`, without characters that file systems reject. The
 * client handles other restrictions of file systems.
 */
export const fileName = (...parts: [...titles: string[], extension: string]): string => {
  const extension = parts.at(-1) ?? '';
  const titles = parts.slice(0, -1).map((title) => title.slice(0, longest));
  return `${titles
    .join(', ')
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .trim()}.${extension}`;
};

const longest = 100;

export const fileOf = (bytes: Uint8Array, name: string, type: string): File =>
  new File([new Uint8Array(bytes)], name, { type });
