import { DatabaseSync } from 'node:sqlite';
import type { RegisterScope } from '#shared/desktop/register.ts';
import type { SearchQuery, TitledQuery } from '#shared/desktop/search.ts';
import { createCanvasDocuments } from './canvas-documents.ts';
import { createCanvasOrder } from './canvas-order.ts';
import { createCanvasTabs } from './canvas-tabs.ts';
import { createComponentBadges } from './component-badges.ts';
import { createComponentCanvases, type ComponentCanvases } from './component-canvases.ts';
import { createDrawnSince } from './drawn-since.ts';
import { packedContent } from './import-bases.ts';
import { createModelContent } from './model-content.ts';
import { createModelCounts } from './model-counts.ts';
import { createRecords } from './records.ts';
import type { StoredScope } from './register-conditions.ts';
import { createRegisterSummary } from './register-summary.ts';
import { createRegister, type StoredQuery } from './register.ts';
import { createSearch } from './search.ts';
import { createVersionReads, type PackQuery } from './version-reads.ts';
import { createVersionRecords } from './version-records.ts';
import { createVersionRows } from './version-rows.ts';

/**
 * Runs `read` in one transaction, so that it sees one snapshot of the store even if the main process
 * writes meanwhile.
 */
const fromOneState = <Result>(database: DatabaseSync, read: () => Result): Result => {
  if (database.isTransaction) return read();
  database.exec('BEGIN');
  try {
    return read();
  } finally {
    database.exec('COMMIT');
  }
};

/**
 * The queries that may take long in a large store. A thread can run them, because they need only the
 * file.
 */
export const createReadings = (database: DatabaseSync) => {
  const records = createRecords(database);
  const register = createRegister({ database, records });
  const search = createSearch({ database, records });
  const summary = createRegisterSummary(database);
  const modelCounts = createModelCounts(database);
  const rows = createVersionRows(database);
  const canvasTabs = createCanvasTabs({ records, canvasOrder: createCanvasOrder(database) });
  /**
   * Creates the readers of drawings. They cache drawings and would not notice that the main process
   * changes them, so they are created again for each query.
   */
  const drawings = () => {
    const documents = createCanvasDocuments(database, null);
    return { documents, componentCanvases: createComponentCanvases({ records, documents }) };
  };
  const versions = () => {
    const { documents, componentCanvases } = drawings();
    const versionRecords = createVersionRecords({ database, records, componentCanvases });
    const drawnSince = createDrawnSince(database, documents);
    return createVersionReads({ rows, documents, versionRecords, drawnSince });
  };
  return {
    list: (query: StoredQuery) => register.list(query),
    rows: (numbers: readonly number[]) => register.rows(numbers),
    values: (scope: StoredScope) => register.values(scope),
    summary: ({ scope, today }: { scope: StoredScope; today: string }) => summary(scope, today),
    find: (query: SearchQuery) => search.find(query),
    titled: (query: TitledQuery) => search.titled(query),
    modelCounts: () => modelCounts(),
    componentBadges: (canvasId: string) =>
      fromOneState(database, () => createComponentBadges({ database, ...drawings() })(canvasId)),
    /**
     * Returns the present content of a model as an import base; `null` if the model no longer exists.
     */
    importBase: (modelId: string): Uint8Array | null => {
      const { documents } = drawings();
      const contentOf = createModelContent({ records, documents, canvasTabs });
      const content = fromOneState(database, () => contentOf(modelId, 'records'));
      return content && packedContent(content);
    },
    version: (id: number) => rows.find(id),
    versionRecords: (canvasId: string) => versions().present(canvasId),
    versionSize: (id: number) => versions().sizeSince(id),
    reviewState: (canvasIds: readonly string[]) => versions().reviewState(canvasIds),
    packVersion: (query: PackQuery) => fromOneState(database, () => versions().pack(query)),
  };
};

/** Opens the file of a store in read-only mode. */
export const openReadings = (path: string) =>
  createReadings(new DatabaseSync(path, { readOnly: true, timeout: 5000 }));

/**
 * Replaces the scope of a canvas with the components that the canvas lists. Some of them belong to other
 * canvases.
 */
export const storedScope = (
  componentCanvases: ComponentCanvases,
  scope: RegisterScope,
): StoredScope =>
  scope.kind === 'canvas'
    ? { kind: 'components', ids: componentCanvases.listedOn(scope.id).map(({ id }) => id) }
    : scope;
