import type { NodeType } from '../../canvas/document.ts';

/** The kinds that an OTM component can be drawn as; zones and notes are none. */
type ComponentKind = Extract<NodeType, 'processNode' | 'dataStoreNode' | 'externalEntityNode'>;

const kinds = ['processNode', 'dataStoreNode', 'externalEntityNode'] as const;

export const isComponentKind = (type: unknown): type is ComponentKind =>
  kinds.some((kind) => kind === type);

/** Prefixes that say it outright: Threat Dragon, Microsoft's tool (generic and specific stencils). */
const prefixes: { pattern: RegExp; kind: ComponentKind }[] = [
  { pattern: /^(?:tm\.store|[gs]e\.ds)\b/i, kind: 'dataStoreNode' },
  { pattern: /^(?:tm\.actor|[gs]e\.ei)\b/i, kind: 'externalEntityNode' },
  { pattern: /^(?:tm\.process|[gs]e\.p)\b/i, kind: 'processNode' },
];

/**
 * Words of component types, from the libraries of IriusRisk, StartLeft, Microsoft's tool, the cloud
 * providers and draw.io. Stores come first, so that `client-database` is one.
 */
const words: Record<Exclude<ComponentKind, 'processNode'>, string> = {
  dataStoreNode: `aurora bigquery bigtable blob bucket cache cassandra cosmosdb couchdb database
    datalake dataset datastore datawarehouse db db2 documentdb dynamodb ebs efs elasticache
    elasticsearch filesystem firestore fsx gcs glacier kafka keyspaces kinesis log logs mariadb
    memcached mongo mongodb mssql mysql neo4j neptune nosql opensearch oracle postgres postgresql
    queue rds redis redshift registry repository s3 snowflake spanner sql sqlite sqs storage store
    table topic vault volume warehouse`,
  externalEntityNode: `actor admin administrator android attacker browser client customer desktop
    employee external externalentity human ios iphone laptop mobile operator partner people person
    smartphone supplier tablet thirdparty user users vendor visitor workstation`,
};

const kindOfWord = new Map<string, ComponentKind>(
  (['externalEntityNode', 'dataStoreNode'] as const).flatMap((kind) =>
    words[kind].split(/\s+/).map((word) => [word, kind] as const),
  ),
);

const wordsOf = (type: string): string[] =>
  type
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** A process where no word of the type says otherwise. */
export const kindOfType = (type: string): ComponentKind => {
  if (isComponentKind(type)) return type;
  const prefix = prefixes.find(({ pattern }) => pattern.test(type));
  if (prefix) return prefix.kind;
  const found = wordsOf(type).flatMap((word) => kindOfWord.get(word) ?? []);
  if (found.includes('dataStoreNode')) return 'dataStoreNode';
  return found[0] ?? 'processNode';
};
