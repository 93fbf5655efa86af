import type { Priority } from '../api/enumerations.ts';
import { t } from '../locales/texts.ts';
import { markdownText } from './markdown-text.ts';
import {
  dayOf,
  mitigationLines,
  threatRows,
  type RegisterContent,
  type ThreatRow,
} from './threat-rows.ts';

const severities: Record<Priority, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

/** The maximum lengths of DefectDojo's columns, in characters. */
const maxLength = { title: 511, component: 500, id: 500, tag: 255 };

/** Removes what PostgreSQL cannot store in a text. Otherwise DefectDojo would reject the whole file. */
const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;

/**
 * Returns the threats of a model as DefectDojo's generic findings. They have only keys that DefectDojo
 * knows, because it rejects a file with any other key. Texts are escaped, because DefectDojo shows
 * them as Markdown.
 */
export const defectDojoJson = (model: RegisterContent): string =>
  `${JSON.stringify({ name: model.title, findings: threatRows(model).map(findingOf) }, storable, 2)}\n`;

/** Returns the title of a threat on one line. DefectDojo needs a title to show a link to a finding. */
const titleOf = ({ title }: ThreatRow['threat']): string =>
  title.replaceAll(/\s+/g, ' ').trim() || t('threats:untitled');

const findingOf = ({ threat, element, canvas, model }: ThreatRow) => {
  const { status, references = [], categories = [] } = threat;
  const [cwe] = references.flatMap((each) => /^CWE-(\d{1,5})$/i.exec(each.trim())?.[1] ?? []);
  const due = dayOf(threat.due_date);
  const description = [
    markdownText(threat.description),
    markdownText([element.title, canvas, model.title].filter(Boolean).join(', ')),
  ];
  return {
    title: titleOf(threat).slice(0, maxLength.title),
    description: description.filter((part) => part.trim() !== '').join('\n\n'),
    severity: severities[threat.priority],
    active: status === 'open',
    verified: false,
    false_p: status === 'not_applicable',
    risk_accepted: status === 'accepted' || status === 'transferred',
    is_mitigated: status === 'mitigated',
    mitigation: mitigationLines(threat).map(markdownText).join('\n\n'),
    references: references.map(markdownText).join('\n\n'),
    ...(cwe !== undefined && { cwe: Number(cwe) }),
    ...(due !== '' && { planned_remediation_date: due }),
    component_name: element.title.slice(0, maxLength.component),
    unique_id_from_tool: `${model.id}/${threat.id}`.slice(0, maxLength.id),
    vuln_id_from_tool: threat.id.slice(0, maxLength.id),
    static_finding: true,
    dynamic_finding: false,
    tags: categories.map((category) =>
      category
        .trim()
        .toLowerCase()
        .replaceAll(/[,"\s]+/g, '-')
        .slice(0, maxLength.tag),
    ),
  };
};
