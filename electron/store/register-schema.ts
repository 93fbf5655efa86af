import { priorities, threatStatuses } from '#shared/api/enumerations.ts';

/**
 * The table of threats in the register, and triggers that update it in the transaction of each change to
 * a record. The table has all values that the register lists, filters, and sorts by, because reading
 * them from JSON takes ten times as long. Its row numbers are those of `search_entry`. The SQL is part
 * of a migration, so it is never edited.
 */
const value = (row: string, name: string): string => `coalesce(${row}.local ->> '${name}', '')`;

const rank = (words: readonly string[], column: string): string =>
  `CASE ${column} ${words.map((word, index) => `WHEN '${word}' THEN ${index + 1}`).join(' ')} ELSE 0 END`;

/** Returns SQL for the values of a threat, by column. */
const facts = (row: string): Record<string, string> => ({
  component_id: `${row}.parent_id`,
  reference: `upper(${value(row, 'ref_id')})`,
  title: `substr(${value(row, 'title')}, 1, 500)`,
  priority: value(row, 'priority'),
  status: value(row, 'status'),
  categories: `CASE json_type(${row}.local, '$.categories')
    WHEN 'array' THEN ${row}.local -> 'categories' ELSE '[]' END`,
  owner: value(row, 'owner'),
  due: value(row, 'due_date'),
  likelihood: value(row, 'likelihood'),
  impact: value(row, 'impact'),
  changed: value(row, 'updated_at'),
});
const columns = Object.keys(facts('NEW'));

const recordOf = (kind: string, id: string, column: string): string =>
  `(SELECT ${column} FROM record WHERE kind = '${kind}' AND id = ${id})`;

/** Returns SQL that fills the columns with values of the threat's ancestors. */
const fillAncestors = (where: string): string => `
  UPDATE register SET
    component_title = coalesce(${recordOf('component', 'component_id', `local ->> 'title'`)}, ''),
    canvas_id = ${recordOf('component', 'component_id', 'parent_id')}
    WHERE ${where};
  UPDATE register SET model_id = ${recordOf('canvas', 'canvas_id', 'parent_id')}
    WHERE ${where};`;

const added = `
  INSERT INTO register (number, id, ${columns.join(', ')})
    SELECT entry.number, record.id, ${Object.values(facts('record')).join(', ')}
    FROM search_entry AS entry
    JOIN record ON record.kind = 'threat' AND record.id = entry.id
    WHERE entry.kind = 'threat'`;

const ofThreat = `number = (
  SELECT number FROM search_entry WHERE kind = 'threat' AND id = NEW.id AND owner = ''
)`;

export const registerSchema = `
  CREATE TABLE register (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    ${columns.map((name) => `${name} TEXT`).join(',\n    ')},
    component_title TEXT NOT NULL DEFAULT '',
    canvas_id TEXT,
    model_id TEXT,
    reference_number INTEGER AS (CAST(substr(reference, instr(reference, '-') + 1) AS INTEGER)),
    priority_rank INTEGER AS (${rank(priorities, 'priority')}),
    status_rank INTEGER AS (${rank(threatStatuses, 'status')})
  );
  CREATE INDEX register_by_component ON register (component_id);
  CREATE INDEX register_by_canvas ON register (canvas_id);
  CREATE INDEX register_by_model ON register (model_id);
  ${added};
  ${fillAncestors('true')}

  CREATE TRIGGER register_added AFTER INSERT ON search_entry WHEN NEW.kind = 'threat' BEGIN
    ${added} AND entry.number = NEW.number;
    ${fillAncestors('number = NEW.number')}
  END;
  CREATE TRIGGER register_removed AFTER DELETE ON search_entry WHEN OLD.kind = 'threat' BEGIN
    DELETE FROM register WHERE number = OLD.number;
  END;
  CREATE TRIGGER register_changed AFTER UPDATE OF local, parent_id ON record
  WHEN NEW.kind = 'threat' BEGIN
    UPDATE register SET ${Object.entries(facts('NEW'))
      .map(([name, expression]) => `${name} = ${expression}`)
      .join(', ')}
      WHERE ${ofThreat};
    ${fillAncestors(ofThreat)}
  END;
  CREATE TRIGGER register_component_added AFTER INSERT ON record WHEN NEW.kind = 'component' BEGIN
    ${fillAncestors('component_id = NEW.id')}
  END;
  CREATE TRIGGER register_component_changed AFTER UPDATE OF local, parent_id ON record
  WHEN NEW.kind = 'component' AND (
    NEW.parent_id IS NOT OLD.parent_id OR NEW.local ->> 'title' IS NOT OLD.local ->> 'title'
  ) BEGIN
    ${fillAncestors('component_id = NEW.id')}
  END;
  CREATE TRIGGER register_canvas_added AFTER INSERT ON record WHEN NEW.kind = 'canvas' BEGIN
    UPDATE register SET model_id = NEW.parent_id WHERE canvas_id = NEW.id;
  END;
  CREATE TRIGGER register_canvas_moved AFTER UPDATE OF parent_id ON record
  WHEN NEW.kind = 'canvas' AND NEW.parent_id IS NOT OLD.parent_id BEGIN
    UPDATE register SET model_id = NEW.parent_id WHERE canvas_id = NEW.id;
  END;
`;
