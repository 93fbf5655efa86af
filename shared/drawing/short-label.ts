/**
 * `arrow` and `word` match what joins the names of both ends in a label, such as "Browser -> Web app" or
 * "Browser to Web app".
 */
const arrow = /\s*(?:<?[-=]+>|[→⇒➔➜])\s*/u;
const word = /\s+to\s+/iu;

const plain = (text: string): string => text.toLowerCase().replaceAll(/[-\s_]+/gu, '');

/**
 * A label with more characters than this is not shortened, because nobody repeats names in such a long
 * label.
 */
const longest = 500;

/**
 * Returns the label of a flow as the canvas shows it: without the names of the elements at the flow's
 * ends, because the line joins these elements anyway. So the label "Canary -> Load balancer" becomes
 * empty between elements of these names. If only one half of a label with an arrow is such a name, the
 * other half stays. The stored label does not change.
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
