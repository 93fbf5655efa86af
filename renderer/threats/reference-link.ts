/**
 * Public catalogs. `pattern` matches the IDs of a catalog. In `url`, `$1` and `$2` stand for the groups
 * of the pattern.
 */
const catalogs: readonly { pattern: RegExp; url: string }[] = [
  { pattern: /^CWE-(\d+)$/i, url: 'https://cwe.mitre.org/data/definitions/$1.html' },
  { pattern: /^CAPEC-(\d+)$/i, url: 'https://capec.mitre.org/data/definitions/$1.html' },
  { pattern: /^(T\d{4})$/i, url: 'https://attack.mitre.org/techniques/$1/' },
  { pattern: /^(T\d{4})\.(\d{3})$/i, url: 'https://attack.mitre.org/techniques/$1/$2/' },
  { pattern: /^(AML\.T\d{4}(?:\.\d{3})?)$/i, url: 'https://atlas.mitre.org/techniques/$1' },
  { pattern: /^(CVE-\d{4}-\d{4,})$/i, url: 'https://www.cve.org/CVERecord?id=$1' },
  {
    pattern: /^(?:OWASP )?ASVS\b.*$/i,
    url: 'https://owasp.org/www-project-application-security-verification-standard/',
  },
  { pattern: /^(?:OWASP )?A\d{1,2}:\d{4}\b.*$/i, url: 'https://owasp.org/www-project-top-ten/' },
  {
    pattern: /^(?:OWASP )?API\d{1,2}:\d{4}\b.*$/i,
    url: 'https://owasp.org/www-project-api-security/',
  },
  {
    pattern: /^(?:OWASP )?LLM\d{2}(?::\d{4})?\b.*$/i,
    url: 'https://owasp.org/www-project-top-10-for-large-language-model-applications/',
  },
];

/**
 * Returns the address for a reference: a page of its catalog, or the reference itself if it is an
 * address. Returns `null` for any other text.
 */
export const referenceLink = (reference: string): string | null => {
  const text = reference.trim();
  if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? text : null;
  const found = catalogs.find(({ pattern }) => pattern.test(text));
  return found ? text.replace(found.pattern, found.url) : null;
};
