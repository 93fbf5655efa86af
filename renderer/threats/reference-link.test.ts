import { expect, test } from 'vitest';
import { referenceLink } from './reference-link.ts';

test.each([
  ['CWE-89', 'https://cwe.mitre.org/data/definitions/89.html'],
  ['CAPEC-66', 'https://capec.mitre.org/data/definitions/66.html'],
  ['T1190', 'https://attack.mitre.org/techniques/T1190/'],
  ['T1059.007', 'https://attack.mitre.org/techniques/T1059/007/'],
  ['AML.T0051', 'https://atlas.mitre.org/techniques/AML.T0051'],
  ['ASVS 4.0.3-2.1.1', 'https://owasp.org/www-project-application-security-verification-standard/'],
  ['A01:2021', 'https://owasp.org/www-project-top-ten/'],
  ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
])('%s links to its page', (reference, url) => {
  expect(referenceLink(reference)).toBe(url);
});

test.each(['', 'Ticket 12', 'javascript:alert(1)', 'file:///etc/passwd', 'CWE-', 'https://'])(
  '%s leads nowhere',
  (reference) => {
    expect(referenceLink(reference)).toBeNull();
  },
);
