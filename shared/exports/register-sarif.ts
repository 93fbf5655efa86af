import type { ThreatStatus } from '../api/enumerations.ts';
import { t } from '../locales/texts.ts';
import { relativeUri, sarifLog, type SarifRow } from './sarif-log.ts';
import {
  kindWord,
  statusWord,
  threatRows,
  type RegisterContent,
  type ThreatRow,
} from './threat-rows.ts';

const kinds: Record<ThreatStatus, SarifRow['kind']> = {
  open: 'fail',
  mitigated: 'pass',
  accepted: 'fail',
  transferred: 'fail',
  not_applicable: 'notApplicable',
};

/**
 * Returns the threats of a model, or of all models of a collection, as SARIF results. Open threats are
 * failures, and accepted or transferred threats are suppressed.
 */
export const registerSarif = (model: RegisterContent): string => {
  const rows = threatRows(model);
  const rules = new Map(rows.map((row) => [ruleOf(row), ruleTitle(row)]));
  const log = sarifLog(Object.fromEntries(rules), rows.map(rowOf));
  return `${JSON.stringify(log, null, 2)}\n`;
};

/**
 * Returns the rule of a result. It is the first CWE to which the threat refers, so that threats with
 * the same weakness form a group. Without a CWE, it is `threat`.
 */
const ruleOf = ({ threat }: ThreatRow): string =>
  threat.references?.find((each) => /^CWE-\d{1,5}$/.test(each)) ?? 'threat';

const ruleTitle = (row: ThreatRow): string => {
  const rule = ruleOf(row);
  return rule === 'threat' ? t('report:column.threat') : rule;
};

/** Returns the file of a model. It is named after the model, because an export knows no file name. */
const uriOf = ({ id, title }: ThreatRow['model']): string =>
  relativeUri(`${title.replaceAll(/[\\/]/g, ' ').trim() || id}.otm`);

const rowOf = (row: ThreatRow): SarifRow => {
  const { threat, element, kind, model } = row;
  const isTaken = threat.status === 'accepted' || threat.status === 'transferred';
  const reason = threat.accepted_reason ?? '';
  const named = `${element.title}: ${threat.title}`;
  return {
    rule: ruleOf(row),
    priority: threat.priority,
    kind: kinds[threat.status] ?? 'fail',
    message: threat.description === '' ? named : `${named}\n\n${threat.description}`,
    ...(isTaken && { accepted: reason === '' ? statusWord(threat) : reason }),
    element: { id: element.id, name: element.title, kind: kindWord(kind) },
    uri: uriOf(model),
    fingerprint: ['threat', element.id, threat.id],
  };
};
