import { t } from '../../locales/texts.ts';
import { defined, fieldsOf, listOf, unlessEmpty, type Fields } from '../fields.ts';
import { quoted, type Notes } from '../notes.ts';
import { isOtmDocument, otmSchema, type OtmDocument } from '../schema.ts';
import { record } from './record.ts';
import { documentShape } from './shapes.ts';

/**
 * The known versions of OTM. Version 0.1 only lacks the type of zones. The short forms come from numbers
 * in YAML, or from shortened texts.
 */
const known = new Set(['0.1.0', '0.2.0', '0.1', '0.2']);

type Repaired = { ok: true; document: OtmDocument } | { ok: false; reason: string };

/**
 * Returns a model of a file as a document that fits the schema, and reports every repair in `notes`. The
 * document has no attributes of its own, so unsupported data is stored in the attributes of its project.
 */
export const repairDocument = (model: Fields, notes: Notes): Repaired => {
  const asides: unknown[] = [];
  const appData = documentDataOf(model);
  const at = { path: '', notes, setAside: (value: unknown) => void asides.push(value) };
  const repaired = record(documentShape)({ ...fieldsOf(appData['keys']), ...model }, at);
  const odd = [...listOf(appData['odd']), ...asides];
  const document = withDocumentData(
    fieldsOf(repaired),
    defined({ odd: odd.length > 0 ? odd : undefined }),
  );
  if (!isOtmDocument(document)) return { ok: false, reason: misfit(document) };
  if (!known.has(document.otmVersion)) {
    const message = t('imports:unknown-version', { version: quoted(document.otmVersion) });
    notes.repairs.push({ place: 'otmVersion', message });
  }
  return { ok: true, document };
};

const documentDataOf = (model: Fields): Fields => {
  const attributes = fieldsOf(fieldsOf(model['project'])['attributes']);
  return fieldsOf(fieldsOf(attributes['parapet'])['document']);
};

const withDocumentData = (document: Fields, own: Fields): Fields => {
  const project = fieldsOf(document['project']);
  const attributes = fieldsOf(project['attributes']);
  const { document: _document, ...appData } = fieldsOf(attributes['parapet']);
  const parapet = unlessEmpty(defined({ ...appData, document: unlessEmpty(own) }));
  const all = unlessEmpty(defined({ ...attributes, parapet }));
  return { ...document, project: defined({ ...project, attributes: all }) };
};

const misfit = (document: Fields): string => {
  const issue = otmSchema.safeParse(document).error?.issues[0];
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? t('imports:refused.schema')}`;
};
