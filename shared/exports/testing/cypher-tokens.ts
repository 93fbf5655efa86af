/**
 * Splits a Cypher script in the way in which Neo4j reads it. Neo4j replaces `\uXXXX` everywhere before
 * it looks for strings. Returns the text between the strings, and the value of each string. Strings that
 * are joined with `+` count as one.
 */
export const literalsOf = (script: string): { rest: string; values: string[] } => {
  const source = script.replaceAll(/\\u([0-9a-f]{4})/gi, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const values: string[] = [];
  let rest = '';
  for (let at = 0; at < source.length;) {
    if (source[at] !== "'") {
      rest += source[at];
      at += 1;
      continue;
    }
    let value = '';
    for (at += 1; source[at] !== "'"; at += 1) {
      if (at >= source.length) throw new Error('A string does not end');
      const escaped = source[at] === '\\' ? source[(at += 1)] : undefined;
      value += escaped === undefined ? source[at] : (letters[escaped] ?? escaped);
    }
    at += 1;
    if (rest.endsWith("' + ")) {
      rest = rest.slice(0, -"' + ".length);
      value = `${values.pop() ?? ''}${value}`;
    }
    rest += "'";
    values.push(value);
  }
  return { rest, values };
};

const letters: Partial<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
};
