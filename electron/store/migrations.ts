import { mitigationRegisterSchema } from './mitigation-register-schema.ts';
import { registerSchema } from './register-schema.ts';
import {
  acceptanceSearchSchema,
  deferredSearchSchema,
  lateTextsSchema,
  searchSchema,
} from './search-schema.ts';

/**
 * The schema of the local store, as migrations in order. An applied migration is never edited. A change
 * of the schema is a new migration.
 *
 * - `record.local` is what the person sees, `record.base` is the last version of the service, and
 *   `record.etag` is the ETag that sync saw last.
 * - The drawing of a canvas is stored in two parts: `canvas_document` has a snapshot, and
 *   `journal_drawing` has the operations of each gesture on each drawing. `canvas_document.journal_seq`
 *   is the position of the last operation in the snapshot. `merged_seq` is the position of the last
 *   merge.
 * - `id_map` has a row for every record that the service has. `former_id` has the former service IDs of
 *   records that were deleted at the service, because drawings may still refer to components by these
 *   IDs. Its migration makes sync read every drawing again, because earlier versions of the app left
 *   local IDs in some drawings.
 * - `outbox.ground` has the state of a deleted record and its descendants at the time of the delete.
 *   `outbox.sent` has the updates and deletes that got no response. `outbox.sent_after` is the newest
 *   time of the service that was known when a create was first sent. If the service rejected the change,
 *   `outbox.set_aside` is the service's message, and `outbox.set_aside_problem` is the code of the
 *   problem. Earlier versions of the app stored no code.
 * - `ended_delete` has the former `outbox.ground` of deletes that have ended (see ended-deletes.ts).
 * - `kept` lists what is downloaded completely: marked collections, and models that were opened or
 *   created here.
 * - `canvas_order` has the order that a person gave the canvases of a model. The service has no such
 *   order.
 * - `canvas_version` has the versions of canvases with compressed drawings. `removed_at` is the time
 *   when a person deleted the version. `gone_at` is the time when the app found that the canvas was
 *   deleted. `records` has the canvas's components with threats, mitigations, and comments, compressed.
 *   Earlier versions of the app stored no records. `made_by` is the person who marked the model as
 *   reviewed.
 * - `codex_extensions` has the rules and frameworks of the codex: `local` is what the person sees, and
 *   `base` is the last version of the service.
 * - `import_base` has the compressed content of imported files, with the IDs of records here.
 *   `journal_seq` is the undo step of a merge into an existing model.
 * - `search-schema.ts` describes the tables of the search. `register-schema.ts` and
 *   `mitigation-register-schema.ts` describe those of the register.
 */
export const migrations = {
  '001-records': `
    CREATE TABLE record (
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      parent_id TEXT,
      local TEXT NOT NULL,
      base TEXT,
      PRIMARY KEY (kind, id)
    ) WITHOUT ROWID;
    CREATE INDEX record_by_parent ON record (kind, parent_id);

    CREATE TABLE canvas_document (
      canvas_id TEXT PRIMARY KEY,
      snapshot TEXT NOT NULL,
      journal_seq INTEGER NOT NULL,
      base TEXT
    );

    CREATE TABLE journal (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      scope TEXT NOT NULL,
      label TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('done', 'undone', 'dropped', 'step')),
      canvas_id TEXT,
      operation TEXT,
      inverse TEXT,
      record_steps TEXT NOT NULL,
      record_inverse TEXT NOT NULL
    );
    CREATE INDEX journal_by_scope ON journal (scope, state, seq);
    CREATE INDEX journal_by_canvas ON journal (canvas_id, seq);

    CREATE TABLE outbox (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      op TEXT NOT NULL CHECK (op IN ('create', 'update', 'delete')),
      fields TEXT NOT NULL,
      idempotency_key TEXT NOT NULL,
      body TEXT,
      attempts INTEGER NOT NULL DEFAULT 0,
      set_aside TEXT
    );
    CREATE INDEX outbox_by_record ON outbox (kind, id);

    CREATE TABLE id_map (
      kind TEXT NOT NULL,
      local_id TEXT NOT NULL,
      service_id TEXT NOT NULL,
      PRIMARY KEY (kind, local_id)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX id_map_by_service ON id_map (kind, service_id);

    CREATE TABLE conflict (
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      base TEXT,
      local TEXT,
      remote TEXT,
      PRIMARY KEY (kind, id)
    ) WITHOUT ROWID;

    CREATE TABLE preference (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  `,

  '002-conflicts': `
    ALTER TABLE record ADD COLUMN etag TEXT;
    ALTER TABLE outbox ADD COLUMN ground TEXT;
    ALTER TABLE canvas_document ADD COLUMN merged_seq INTEGER NOT NULL DEFAULT 0;

    DROP TABLE conflict;
    CREATE TABLE conflict (
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      type TEXT NOT NULL CHECK (type IN ('fields', 'canvas', 'deletedThere', 'editedThere')),
      items TEXT NOT NULL,
      content TEXT NOT NULL,
      PRIMARY KEY (kind, id)
    ) WITHOUT ROWID;

    CREATE TABLE kept (
      kind TEXT NOT NULL CHECK (kind IN ('collection', 'threatModel')),
      id TEXT NOT NULL,
      fetched INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (kind, id)
    ) WITHOUT ROWID;
    INSERT INTO kept (kind, id, fetched)
      SELECT 'threatModel', id, 1 FROM record WHERE kind = 'threatModel';
  `,

  '003-model-histories': `
    CREATE TABLE journal_drawing (
      seq INTEGER NOT NULL REFERENCES journal (seq) ON DELETE CASCADE,
      canvas_id TEXT NOT NULL,
      operation TEXT NOT NULL,
      inverse TEXT NOT NULL,
      PRIMARY KEY (seq, canvas_id)
    );
    INSERT INTO journal_drawing (seq, canvas_id, operation, inverse)
      SELECT seq, canvas_id, operation, inverse FROM journal
      WHERE canvas_id IS NOT NULL AND operation IS NOT NULL AND inverse IS NOT NULL;
    CREATE INDEX journal_drawing_by_canvas ON journal_drawing (canvas_id, seq);
    DROP INDEX journal_by_canvas;
    ALTER TABLE journal DROP COLUMN canvas_id;
    ALTER TABLE journal DROP COLUMN operation;
    ALTER TABLE journal DROP COLUMN inverse;

    UPDATE journal SET scope = canvas.parent_id
      FROM record AS canvas WHERE canvas.kind = 'canvas' AND canvas.id = journal.scope;
    UPDATE journal SET state = 'dropped'
      WHERE state = 'undone' AND EXISTS (
        SELECT 1 FROM journal AS later
        WHERE later.scope = journal.scope AND later.state = 'done' AND later.seq > journal.seq
      );

    CREATE TABLE canvas_order (model_id TEXT PRIMARY KEY, canvas_ids TEXT NOT NULL) WITHOUT ROWID;
  `,

  '004-versions': `
    CREATE TABLE canvas_version (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      canvas_id TEXT NOT NULL,
      title TEXT,
      reason TEXT NOT NULL,
      made_at TEXT NOT NULL,
      nodes INTEGER NOT NULL,
      flows INTEGER NOT NULL,
      hash TEXT NOT NULL,
      removed_at TEXT,
      gone_at TEXT,
      document BLOB NOT NULL
    );
    CREATE INDEX canvas_version_by_canvas ON canvas_version (canvas_id, id);
  `,

  '005-former-ids': `
    CREATE TABLE former_id (
      kind TEXT NOT NULL,
      service_id TEXT NOT NULL,
      local_id TEXT NOT NULL,
      PRIMARY KEY (kind, service_id)
    );
    CREATE INDEX former_id_by_record ON former_id (kind, local_id);
    UPDATE record SET etag = NULL WHERE kind = 'canvas';
  `,

  '006-sent-after': `
    ALTER TABLE outbox ADD COLUMN sent_after TEXT;
  `,

  '007-access-lost': `
    ALTER TABLE conflict RENAME TO old_conflict;
    CREATE TABLE conflict (
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      type TEXT NOT NULL,
      items TEXT NOT NULL,
      content TEXT NOT NULL,
      PRIMARY KEY (kind, id)
    ) WITHOUT ROWID;
    INSERT INTO conflict SELECT kind, id, type, items, content FROM old_conflict;
    DROP TABLE old_conflict;
  `,

  '008-honors-key': `
    ALTER TABLE outbox ADD COLUMN honors_key INTEGER NOT NULL DEFAULT 0;
  `,

  '009-sent-requests': `
    ALTER TABLE outbox ADD COLUMN sent TEXT NOT NULL DEFAULT '[]';
    UPDATE outbox
      SET sent = json_array(json_object('body', json(body), 'ifMatch', NULL)), body = NULL
      WHERE op = 'update' AND attempts > 0 AND body IS NOT NULL;
    UPDATE outbox
      SET sent = json_array(json_object('body', NULL, 'ifMatch', NULL))
      WHERE op = 'delete' AND attempts > 0;
  `,

  '010-search': searchSchema,
  '011-register': registerSchema,

  '012-codex-extensions': `
    CREATE TABLE codex_extensions (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      local TEXT NOT NULL,
      base TEXT NOT NULL,
      etag TEXT
    );
  `,

  '013-version-records': `
    ALTER TABLE canvas_version ADD COLUMN records BLOB;
    ALTER TABLE canvas_version ADD COLUMN threats INTEGER;
    ALTER TABLE canvas_version ADD COLUMN made_by TEXT;
  `,

  '014-mitigation-register': mitigationRegisterSchema,

  '015-import-bases': `
    CREATE TABLE import_base (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      model_id TEXT NOT NULL,
      file_name TEXT NOT NULL,
      journal_seq INTEGER,
      content BLOB NOT NULL
    );
    CREATE INDEX import_base_by_file ON import_base (model_id, file_name, id);
  `,

  '016-register-by-component-title': `
    CREATE INDEX register_by_component_title
      ON register (lower(component_title), component_id, title, priority, status);
  `,

  '017-rejection-problems': `
    ALTER TABLE outbox ADD COLUMN set_aside_problem TEXT;
  `,

  '018-acceptance-search': acceptanceSearchSchema,
  '019-deferred-search': deferredSearchSchema,
  '020-late-search': lateTextsSchema,

  '021-ended-deletes': `
    CREATE TABLE ended_delete (
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      parent_id TEXT,
      was_missing INTEGER NOT NULL,
      snapshot TEXT NOT NULL,
      PRIMARY KEY (kind, id)
    );
    CREATE INDEX ended_delete_by_parent ON ended_delete (parent_id);
  `,
} as const;
