/**
 * The tables of the search, and triggers that update them in the transaction of each change to a record.
 * The SQL is part of migrations, so it is never edited.
 *
 * - `search_entry` has a row for each record and each drawn element. Each kind has its own range of row
 *   numbers. `owner` is the canvas of an element, and `component` is the component that the element
 *   shows.
 * - `search_title` indexes titles, and `search_text` indexes titles with the other texts of a record.
 *   Both index trigrams instead of words, because the search finds parts of words, such as "jection" in
 *   "SQL injection", and because languages such as Chinese, Japanese, and Thai have no spaces between
 *   words. The positions of trigrams are not indexed, which makes the tables three times as fast. Case
 *   and diacritics are ignored. Two spaces are added to each title, so that its last two characters
 *   begin a trigram too.
 * - `search_group` lists the trigrams of all titles. For a query of one or two characters, the search
 *   looks up the trigrams that begin with the query.
 * - `search_pending` has the canvases whose drawings have to be indexed when the store is opened.
 */
const title = (row: string): string =>
  `substr(coalesce(${row}.local ->> 'title', ${row}.local ->> 'text', ''), 1, 500)`;

const reference = (row: string): string => `nullif(upper(${row}.local ->> 'ref_id'), '')`;

const textFields = [
  'title',
  'text',
  'description',
  'definition',
  'consideration',
  'explanation',
  'example',
  'owner',
  'source',
  'references',
  'categories',
];

const textOf =
  (fields: readonly string[]) =>
  (row: string): string =>
    `substr(concat_ws(char(10), ${fields
      .map((name) => `${row}.local ->> '${name}'`)
      .join(', ')}), 1, 8000)`;

const text = textOf(textFields);

/**
 * SQL for the texts of a record. The texts about an accepted threat, who accepted it and why, come
 * first, because a long text is cut at its end.
 */
const textWithAcceptance = textOf(['accepted_by', 'accepted_reason', ...textFields]);

/** The kinds in the order of their row numbers. `element` is a drawn element, which is not a record. */
const numberedKinds = [
  'collection',
  'threatModel',
  'canvas',
  'component',
  'threat',
  'mitigation',
  'comment',
  'element',
];

const range = '1000000000000';

const firstNumber = (kind: string): string =>
  `${range} * CASE ${kind} ${numberedKinds
    .map((name, index) => `WHEN '${name}' THEN ${index + 1}`)
    .join(' ')} END`;

/** Returns SQL for the number that follows the highest number of a kind. */
export const nextNumber = (kind: string): string => `(
  SELECT coalesce(max(number), ${firstNumber(kind)}) + 1 FROM search_entry
  WHERE number > ${firstNumber(kind)} AND number < ${firstNumber(kind)} + ${range}
)`;

const numberOf = (row: string): string =>
  `(SELECT number FROM search_entry WHERE kind = ${row}.kind AND id = ${row}.id AND owner = '')`;

const indexWith =
  (textIn: typeof text) =>
  (row: string): string =>
    `
  INSERT INTO search_title (rowid, title) VALUES (${numberOf(row)}, ${title(row)} || '  ');
  INSERT INTO search_text (rowid, text) VALUES (${numberOf(row)}, ${textIn(row)});`;

const unindex = (row: string): string => `
  DELETE FROM search_title WHERE rowid = ${numberOf(row)};
  DELETE FROM search_text WHERE rowid = ${numberOf(row)};`;

/**
 * Returns SQL for the triggers for new and changed records. `textIn` returns SQL for the texts of a
 * record. `unless` returns SQL for a condition under which the triggers do nothing.
 */
const triggersWith = (
  textIn: typeof text,
  unless: ((row: string) => string) | null = null,
): string => {
  const index = indexWith(textIn);
  const always = unless ? `WHEN NOT (${unless('NEW')}) ` : '';
  const differs = `${textIn('NEW')} IS NOT ${textIn('OLD')} OR ${reference('NEW')} IS NOT ${reference('OLD')}`;
  return `
  CREATE TRIGGER search_record_added AFTER INSERT ON record ${always}BEGIN
    INSERT INTO search_entry (number, kind, id, title, reference)
      VALUES (${nextNumber('NEW.kind')}, NEW.kind, NEW.id, ${title('NEW')}, ${reference('NEW')});
    ${index('NEW')}
  END;
  CREATE TRIGGER search_record_changed AFTER UPDATE OF local ON record
  WHEN ${unless ? `NOT (${unless('NEW')}) AND (${differs})` : differs}
  BEGIN
    UPDATE search_entry SET title = ${title('NEW')}, reference = ${reference('NEW')}
      WHERE number = ${numberOf('NEW')};
    ${unindex('NEW')}
    ${index('NEW')}
  END;`;
};

const removal = `
    ${unindex('OLD')}
    DELETE FROM search_entry WHERE number = ${numberOf('OLD')};`;

export const searchSchema = `
  CREATE TABLE search_entry (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    owner TEXT NOT NULL DEFAULT '',
    title TEXT NOT NULL,
    reference TEXT,
    component TEXT
  );
  CREATE UNIQUE INDEX search_entry_by_id ON search_entry (id, kind, owner);
  CREATE INDEX search_entry_by_owner ON search_entry (owner) WHERE owner <> '';
  CREATE INDEX search_entry_by_reference ON search_entry (reference) WHERE reference IS NOT NULL;
  CREATE VIRTUAL TABLE search_title USING fts5(
    title, content = '', contentless_delete = 1, detail = none,
    tokenize = 'trigram remove_diacritics 1'
  );
  CREATE VIRTUAL TABLE search_text USING fts5(
    text, content = '', contentless_delete = 1, detail = none,
    tokenize = 'trigram remove_diacritics 1'
  );
  CREATE VIRTUAL TABLE search_group USING fts5vocab(search_title, instance);
  CREATE TABLE search_pending (canvas_id TEXT PRIMARY KEY) WITHOUT ROWID;

  INSERT INTO search_entry (number, kind, id, title, reference)
    SELECT ${firstNumber('record.kind')} + row_number() OVER (PARTITION BY record.kind), record.kind,
           record.id, ${title('record')}, ${reference('record')}
    FROM record;
  INSERT INTO search_title (rowid, title)
    SELECT number, title || '  ' FROM search_entry ORDER BY number;
  INSERT INTO search_text (rowid, text)
    SELECT number, ${text('record')} FROM search_entry
    JOIN record ON record.kind = search_entry.kind AND record.id = search_entry.id
    ORDER BY number;
  INSERT INTO search_pending (canvas_id) SELECT canvas_id FROM canvas_document;
${triggersWith(text)}
  CREATE TRIGGER search_record_removed BEFORE DELETE ON record BEGIN${removal}
  END;
`;

/** Adds who accepted a threat and why to the indexed texts of threats. */
export const acceptanceSearchSchema = `
  DROP TRIGGER search_record_added;
  DROP TRIGGER search_record_changed;
${triggersWith(textWithAcceptance)}

  CREATE TEMP TABLE accepted AS SELECT number, ${textWithAcceptance('record')} AS text
    FROM search_entry AS entry JOIN record ON record.kind = entry.kind AND record.id = entry.id
    WHERE entry.kind = 'threat' AND ${textWithAcceptance('record')} IS NOT ${text('record')};
  DELETE FROM search_text WHERE rowid IN (SELECT number FROM accepted);
  INSERT INTO search_text (rowid, text) SELECT number, text FROM accepted;
  DROP TABLE accepted;
`;

const isDeferred = (row: string): string =>
  `${row}.kind = 'component' AND (
    EXISTS (SELECT 1 FROM search_deferral) OR EXISTS (SELECT 1 FROM search_queue WHERE id = ${row}.id)
  )`;

/**
 * Returns SQL that queues a component. It has no `OR IGNORE`, because SQLite ignores this in a trigger if
 * the statement that fires the trigger has its own conflict clause.
 */
const queue = (row: string): string =>
  `INSERT INTO search_queue (id)
      SELECT ${row}.id WHERE NOT EXISTS (SELECT 1 FROM search_queue WHERE id = ${row}.id);`;

/**
 * Lets a gesture with thousands of components postpone their indexing (see search-index.ts), because
 * indexing takes longer than storing. While `search_deferral` has a row, the triggers only note new,
 * changed, and deleted components in `search_queue`. The index of a component in the queue may be missing or
 * outdated.
 */
export const deferredSearchSchema = `
  CREATE TABLE search_deferral (id INTEGER PRIMARY KEY CHECK (id = 1));
  CREATE TABLE search_queue (id TEXT PRIMARY KEY) WITHOUT ROWID;

  DROP TRIGGER search_record_added;
  DROP TRIGGER search_record_changed;
  DROP TRIGGER search_record_removed;
${triggersWith(textWithAcceptance, isDeferred)}
  CREATE TRIGGER search_record_removed BEFORE DELETE ON record WHEN NOT (${isDeferred('OLD')})
  BEGIN${removal}
  END;
  CREATE TRIGGER search_component_added AFTER INSERT ON record WHEN ${isDeferred('NEW')} BEGIN
    ${queue('NEW')}
  END;
  CREATE TRIGGER search_component_changed AFTER UPDATE OF local ON record
  WHEN ${isDeferred('NEW')} BEGIN
    ${queue('NEW')}
  END;
  CREATE TRIGGER search_component_removed BEFORE DELETE ON record WHEN ${isDeferred('OLD')} BEGIN
    ${queue('OLD')}
  END;
`;

const isDeferral = 'EXISTS (SELECT 1 FROM search_deferral)';

const isLate = (row: string): string =>
  `EXISTS (SELECT 1 FROM search_late WHERE number = ${numberOf(row)})`;

const addEntry = `
    INSERT INTO search_entry (number, kind, id, title, reference)
      VALUES (${nextNumber('NEW.kind')}, NEW.kind, NEW.id, ${title('NEW')}, ${reference('NEW')});`;

/**
 * Lets gestures and downloads with many records of other kinds than components postpone the indexing of
 * texts. While `search_deferral` has a row, the triggers note the numbers of new and changed records in
 * `search_late`. The entries are written at once, because the register needs them. The texts of a noted
 * record may be missing in `search_title` and `search_text`, or be outdated.
 */
export const lateTextsSchema = `
  CREATE TABLE search_late (number INTEGER PRIMARY KEY);

  DROP TRIGGER search_record_added;
  DROP TRIGGER search_record_changed;
  DROP TRIGGER search_record_removed;
  CREATE TRIGGER search_record_added AFTER INSERT ON record
  WHEN NOT (${isDeferred('NEW')}) AND NOT ${isDeferral}
  BEGIN${addEntry}${indexWith(textWithAcceptance)('NEW')}
  END;
  CREATE TRIGGER search_record_added_late AFTER INSERT ON record
  WHEN NOT (${isDeferred('NEW')}) AND ${isDeferral}
  BEGIN${addEntry}
    INSERT INTO search_late (number) VALUES (${numberOf('NEW')});
  END;
  CREATE TRIGGER search_record_changed AFTER UPDATE OF local ON record
  WHEN NOT (${isDeferred('NEW')}) AND (
    ${textWithAcceptance('NEW')} IS NOT ${textWithAcceptance('OLD')}
    OR ${reference('NEW')} IS NOT ${reference('OLD')}
  )
  BEGIN
    UPDATE search_entry SET title = ${title('NEW')}, reference = ${reference('NEW')}
      WHERE number = ${numberOf('NEW')};
    INSERT INTO search_late (number)
      SELECT ${numberOf('NEW')} WHERE ${isDeferral} AND NOT ${isLate('NEW')};
    DELETE FROM search_title WHERE rowid = ${numberOf('NEW')} AND NOT ${isLate('NEW')};
    DELETE FROM search_text WHERE rowid = ${numberOf('NEW')} AND NOT ${isLate('NEW')};
    INSERT INTO search_title (rowid, title)
      SELECT ${numberOf('NEW')}, ${title('NEW')} || '  ' WHERE NOT ${isLate('NEW')};
    INSERT INTO search_text (rowid, text)
      SELECT ${numberOf('NEW')}, ${textWithAcceptance('NEW')} WHERE NOT ${isLate('NEW')};
  END;
  CREATE TRIGGER search_record_removed BEFORE DELETE ON record WHEN NOT (${isDeferred('OLD')}) BEGIN
    DELETE FROM search_late WHERE number = ${numberOf('OLD')};
    ${removal}
  END;
`;

const amongGiven = `IN (SELECT value FROM json_each(?))`;
const numbersOfGiven = `
  SELECT number FROM search_entry WHERE kind = 'component' AND owner = '' AND id ${amongGiven}`;

/**
 * SQL that indexes queued components anew. The statements in `removals`, and `addEntries`, take a JSON
 * array of IDs. `lastNumber` returns the number before those of the new entries. The statements in
 * `additions` take this number and the number of the last new entry. `CROSS JOIN` makes SQLite read only
 * the new entries.
 */
export const componentIndexing = {
  removals: [
    `DELETE FROM search_title WHERE rowid IN (${numbersOfGiven})`,
    `DELETE FROM search_text WHERE rowid IN (${numbersOfGiven})`,
    `DELETE FROM search_entry WHERE number IN (${numbersOfGiven})`,
    `DELETE FROM search_queue WHERE id ${amongGiven}`,
  ],
  lastNumber: `SELECT ${nextNumber(`'component'`)} - 1 AS number`,
  addEntries: `
    INSERT INTO search_entry (number, kind, id, title, reference)
    SELECT ${nextNumber(`'component'`)} - 1 + row_number() OVER (), 'component', record.id,
           ${title('record')}, ${reference('record')}
    FROM record WHERE kind = 'component' AND id ${amongGiven}`,
  additions: [
    `INSERT INTO search_title (rowid, title)
     SELECT number, title || '  ' FROM search_entry WHERE number > ? AND number <= ?`,
    `INSERT INTO search_text (rowid, text)
     SELECT number, ${textWithAcceptance('record')} FROM search_entry AS entry
     CROSS JOIN record ON record.kind = 'component' AND record.id = entry.id
     WHERE number > ? AND number <= ?`,
  ],
};

/**
 * SQL that indexes the texts of noted records anew. Each statement takes a JSON array of numbers.
 */
export const lateIndexing = [
  `DELETE FROM search_title WHERE rowid ${amongGiven}`,
  `DELETE FROM search_text WHERE rowid ${amongGiven}`,
  `INSERT INTO search_title (rowid, title)
   SELECT number, title || '  ' FROM search_entry WHERE number ${amongGiven}`,
  `INSERT INTO search_text (rowid, text)
   SELECT number, ${textWithAcceptance('record')} FROM search_entry AS entry
   CROSS JOIN record ON record.kind = entry.kind AND record.id = entry.id
   WHERE number ${amongGiven}`,
  `DELETE FROM search_late WHERE number ${amongGiven}`,
];

/**
 * Returns SQL for the numbers of the records in `search_late` whose texts contain all words. Its
 * parameters are the limits of the numbers (see `numbersOf`) and then the `words` words.
 */
export const lateNumbers = (words: number): string => `
  WITH late AS MATERIALIZED (
    SELECT search_late.number, lower(${textWithAcceptance('record')}) AS text FROM search_late
    CROSS JOIN search_entry AS entry ON entry.number = search_late.number
    CROSS JOIN record ON record.kind = entry.kind AND record.id = entry.id
    WHERE search_late.number > ? AND search_late.number < ?
  )
  SELECT number FROM late
  WHERE ${Array.from({ length: words }, () => 'instr(text, lower(?)) > 0').join(' AND ')}`;

/**
 * Returns the limits of the row numbers of a kind: all numbers are above the first value and below the
 * second one. The limits are bigints, because JavaScript would bind a number as floating-point, and FTS5
 * would then read the rows of all kinds.
 */
export const numbersOf = (kind: string): [above: bigint, below: bigint] => {
  const first = BigInt(range) * BigInt(numberedKinds.indexOf(kind) + 1);
  return [first, first + BigInt(range)];
};
