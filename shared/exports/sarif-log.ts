import type { Priority } from '../api/enumerations.ts';

/** A SARIF result before its texts are escaped. */
export type SarifRow = {
  rule: string;
  priority: Priority;
  message: string;
  /** The kind of the result, or undefined for `fail`. Only results of the kind `fail` have a level. */
  kind?: 'fail' | 'pass' | 'notApplicable';
  /** The reason why a person accepted the threat. A result with a reason is suppressed. */
  accepted?: string;
  element?: { id: string; name: string; kind: string };
  /** The file that the result is about. */
  uri: string;
  /** Texts that identify the result, so that services recognize it in later runs. */
  fingerprint: readonly string[];
};

const levels: Record<Priority, 'error' | 'warning' | 'note'> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
};

/** Escapes a text for a SARIF message, in which braces mark placeholders and brackets mark links. */
const plain = (text: string): string =>
  text.replaceAll(/[\\[\]]/g, '\\$&').replaceAll(/[{}]/g, '$&$&');

/** Returns a SARIF 2.1.0 log. `rules` has the title of each rule. */
export const sarifLog = (
  rules: Readonly<Record<string, string>>,
  rows: readonly SarifRow[],
): object => {
  const ids = Object.keys(rules);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Parapet',
            rules: ids.map((id) => ({ id, shortDescription: { text: rules[id] } })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: rows.map((row) => ({ ruleIndex: ids.indexOf(row.rule), ...resultOf(row) })),
      },
    ],
  };
};

const resultOf = (row: SarifRow) => {
  const { rule, priority, message, kind = 'fail', accepted, element, uri } = row;
  const fingerprint = row.fingerprint.join('|');
  return {
    ruleId: rule,
    kind,
    level: kind === 'fail' ? levels[priority] : 'none',
    message: { text: plain(message) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } },
        ...(element && {
          logicalLocations: [
            { name: element.name, fullyQualifiedName: element.id, kind: element.kind },
          ],
        }),
      },
    ],
    // GitHub tells results of the same rule and line apart only by the hash of the line.
    partialFingerprints: { 'parapet/v1': fingerprint, primaryLocationLineHash: fingerprint },
    // SARIF requires suppressions in all results of a run or in none, so other results have an empty
    // list (2.1.0, section 3.27.23).
    suppressions:
      accepted === undefined
        ? []
        : [{ kind: 'external', status: 'accepted', justification: accepted }],
    properties: { priority },
  };
};

/** Returns the path of a file as a URI. A relative path stays relative to the root of the repository. */
export const relativeUri = (path: string): string =>
  path.toWellFormed().replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
