import i18next from 'i18next';
import { language } from '#shared/locales/texts.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { isPriority, severities } from '../kernel/records/severity.tsx';
import {
  isThreatStatus,
  mitigationStates,
  modelStatusText,
  threatStatusTable,
} from '../kernel/records/statuses.ts';
import { fullTime } from '../ui/relative-time.ts';

type InWords = (value: string) => string;

const priority: InWords = (value) =>
  isPriority(value) ? i18next.t(severities[value].textKey, { ns: 'threats' }) : value;

const threatStatus: InWords = (value) =>
  isThreatStatus(value) ? i18next.t(threatStatusTable[value].textKey, { ns: 'threats' }) : value;

const mitigationStatus: InWords = (value) => {
  const state = mitigationStates.find(({ status }) => status === value);
  return state ? i18next.t(state.textKey, { ns: 'mitigations' }) : value;
};

const modelStatus: InWords = (value) =>
  modelStatusText(value, i18next.getFixedT(null, 'collections'));

const date: InWords = (value) =>
  Number.isNaN(Date.parse(value)) ? value : fullTime(value, language());

/**
 * Functions that return the text for a value. Each key consists of a record kind and a field. The values
 * of all other fields are shown as they are.
 */
const inWords: Partial<Record<string, InWords>> = {
  'threat.priority': priority,
  'threatModel.priority': priority,
  'threat.likelihood': priority,
  'threat.impact': priority,
  'threat.status': threatStatus,
  'threatModel.status': modelStatus,
  'mitigation.status': mitigationStatus,
  'threatModel.due_to_date': date,
  'threat.due_date': date,
  'threat.accepted_until': date,
  'threatModel.archived_at': date,
};

/** Returns a field's value in readable form, or `null` for an empty value. */
export const fieldText = (kind: RecordKind, field: string, value: unknown): string | null => {
  if (typeof value === 'boolean')
    return i18next.t(value ? 'value.yes' : 'value.no', { ns: 'sync' });
  if (kind === 'mitigation' && field === 'status' && value === null) {
    return i18next.t('status.none', { ns: 'mitigations' });
  }
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : null;
  if (typeof value !== 'string') return JSON.stringify(value, null, 2);
  return inWords[`${kind}.${field}`]?.(value) ?? value;
};
