/** A row of a Markdown table of endpoints: `| GET | /threats/<id> | … |`. */
export type EndpointRow = { method: string; path: string; cells: string[] };

const headRow = 'each of the three paths above';

/**
 * Returns all endpoint rows of a page. The row "HEAD, each of the three paths above" becomes three rows.
 */
export const endpointRows = (page: string): EndpointRow[] => {
  const rows: EndpointRow[] = [];
  for (const line of page.split('\n')) {
    const [method = '', target = '', ...cells] = cellsOf(line);
    if (!/^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/.test(method)) continue;
    const paths = target === headRow ? rows.slice(-3).map(({ path }) => path) : [target];
    rows.push(...paths.map((path) => ({ method, path, cells })));
  }
  return rows;
};

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.replaceAll('`', '').trim());

/** A row that says whether and where the app uses an endpoint: `| GET /threats | yes | … |`. */
type AppRow = { endpoint: string; used: string; where: string };

/** Returns the rows that say where the app uses each endpoint. Keeps the backticks around commands. */
export const appRows = (page: string): AppRow[] =>
  page.split('\n').flatMap((line) => {
    const [endpoint = '', used = '', where = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return /^(?:GET|HEAD|POST|PUT|PATCH|DELETE) /.test(endpoint) ? [{ endpoint, used, where }] : [];
  });

/** Returns a key for an endpoint that does not depend on the names of its parameters. */
export const keyOf = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.replace(/(?<=.)\/$/, '').replaceAll(/<\w+>|\{\w+\}/g, '{}')}`;
