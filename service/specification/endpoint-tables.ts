/** The rows of a Markdown table of endpoints: `| GET | /threats/<id> | … |`, by what they say. */
export type EndpointRow = { method: string; path: string; cells: string[] };

const headRow = 'each of the three paths above';

/** Every row of every such table in a page; a HEAD row for the rows above stands for three. */
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

/** By which two rows are the same, whatever the names of their parameters are. */
export const keyOf = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.replace(/(?<=.)\/$/, '').replaceAll(/<\w+>|\{\w+\}/g, '{}')}`;
