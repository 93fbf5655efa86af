import { z } from 'zod';

/** `<resource>:<permission>`. The resource `*` means every resource. */
export const scopeSchema = z.string().regex(/^(\*|[a-z-]+):(read|write)$/);

/** Tells if one of `scopes` grants `required`. `write` does not imply `read`. */
export const grants = (scopes: readonly string[], required: string): boolean => {
  const [, permission = ''] = required.split(':');
  return scopes.includes(required) || scopes.includes(`*:${permission}`);
};
