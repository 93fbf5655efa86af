import { z } from 'zod';
import { endpoint, recordLimit } from './endpoint.ts';
import { identifier, timestamp, title } from './values.ts';
import { verbatim } from './verbatim.ts';

/**
 * The rules and control frameworks of an organization are one document, which the service stores
 * unchanged. An app ignores the parts that it does not know, so that a newer app can add parts.
 */

const identified = z.looseObject({ id: identifier.min(1), title });

export const extensionsAtMost = { rules: 500, frameworks: 20 } as const;

/**
 * The maximum size of the document as JSON, in bytes. The document is one field of the request body, so
 * its limit is a little lower than `recordLimit`, the limit of the whole body.
 */
export const extensionsBytes = recordLimit - 1024;

const document = z.looseObject({
  rules: z.array(identified).max(extensionsAtMost.rules),
  frameworks: z.array(identified).max(extensionsAtMost.frameworks),
  /** The rules of the default library that are switched off. */
  disabledRules: z.array(identifier).max(2000),
});

export type Extensions = z.infer<typeof document>;

const stored = z.object({ data: verbatim(document), updated_at: timestamp.nullable() });

export const codexExtensions = {
  get: endpoint('GET', '/codex/extensions', {
    scope: 'codex:read',
    specified: false,
    summary: 'Retrieve the rules and frameworks of the codex',
  })
    .input(z.object({}))
    .output(stored),

  replace: endpoint('PUT', '/codex/extensions', {
    scope: 'codex:write',
    specified: false,
    summary: 'Replace the rules and frameworks of the codex',
  })
    .input(z.object({ data: verbatim(document) }))
    .output(stored),
};
