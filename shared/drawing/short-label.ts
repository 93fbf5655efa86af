/** The words and arrows that join the two ends in a label such as "Browser -> Web app". */
const arrow = /\s*(?:<?[-=]+>|[→⇒➔➜])\s*/u;
const word = /\s+to\s+/iu;

const plain = (text: string): string => text.toLowerCase().replaceAll(/[-\s_]+/gu, '');

/** Nobody repeats names in a longer label. */
const longest = 500;

/**
 * Returns the label of a flow as the canvas shows it. Leaves out the names of the elements at its
 * ends, because the line joins these anyway. So nothing is left of "Canary -> Load balancer"
 * between these two. If only one side of an arrow repeats an end, the other side stays. The stored
 * label does not change.
 */
export const shortLabel = (label: string, source: string, target: string): string => {
  if (label.length > longest) return label;
  const ends = new Set([plain(source), plain(target)]);
  const othersIn = (halves: readonly string[]): string[] | null =>
    halves.length === 2 && halves.every((half) => half.trim() !== '')
      ? halves.filter((half) => !ends.has(plain(half)))
      : null;
  const [besides, besidesWord] = [othersIn(label.split(arrow)), othersIn(label.split(word))];
  if (besides && besides.length < 2) return (besides[0] ?? '').trim();
  return besidesWord?.length === 0 ? '' : label;
};
