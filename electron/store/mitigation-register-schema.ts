/**
 * The table of mitigations in the register, and triggers that update it with each change to a record.
 * Its row numbers are those of `search_entry`. All other values that the register shows for a mitigation
 * come from its threat. With the index `register_open`, SQLite counts the open threats of a model
 * without reading their rows. The SQL is part of a migration, so it is never edited.
 */
const facts = (row: string): Record<string, string> => ({
  threat_id: `${row}.parent_id`,
  title: `substr(coalesce(${row}.local ->> 'title', ''), 1, 500)`,
  status: `coalesce(${row}.local ->> 'status', '')`,
});

const numberOf = `(SELECT number FROM search_entry
  WHERE kind = 'mitigation' AND id = NEW.id AND owner = '')`;

const added = `
  INSERT INTO register_mitigation (number, id, ${Object.keys(facts('record')).join(', ')})
    SELECT entry.number, record.id, ${Object.values(facts('record')).join(', ')}
    FROM search_entry AS entry
    JOIN record ON record.kind = 'mitigation' AND record.id = entry.id
    WHERE entry.kind = 'mitigation'`;

export const mitigationRegisterSchema = `
  CREATE TABLE register_mitigation (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    threat_id TEXT,
    title TEXT NOT NULL,
    status TEXT NOT NULL,
    status_rank INTEGER AS (
      CASE status WHEN 'will' THEN 2 WHEN 'done' THEN 3 WHEN 'never' THEN 4 ELSE 1 END
    )
  );
  CREATE INDEX register_mitigation_by_threat ON register_mitigation (threat_id);
  CREATE UNIQUE INDEX register_by_id ON register (id);
  CREATE INDEX register_open ON register (model_id, priority) WHERE status = 'open';
  ${added};

  CREATE TRIGGER register_mitigation_added AFTER INSERT ON search_entry
  WHEN NEW.kind = 'mitigation' BEGIN
    ${added} AND entry.number = NEW.number;
  END;
  CREATE TRIGGER register_mitigation_removed AFTER DELETE ON search_entry
  WHEN OLD.kind = 'mitigation' BEGIN
    DELETE FROM register_mitigation WHERE number = OLD.number;
  END;
  CREATE TRIGGER register_mitigation_changed AFTER UPDATE OF local, parent_id ON record
  WHEN NEW.kind = 'mitigation' BEGIN
    UPDATE register_mitigation SET ${Object.entries(facts('NEW'))
      .map(([name, expression]) => `${name} = ${expression}`)
      .join(', ')}
      WHERE number = ${numberOf};
  END;
`;
