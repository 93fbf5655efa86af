import { z } from 'zod';
import { scopeInput } from '#shared/api/scopes.ts';

const resources = scopeInput.shape.resource.options.join(', ');
const permissions = scopeInput.shape.permission.options.join(', ');

/**
 * A scope, `<resource>:<permission>`. The contract defines which resources exist, and which of them are
 * read-only.
 */
export const scopeOption = z.string().superRefine((text, context) => {
  const [resource, permission, ...rest] = text.split(':');
  const { error } = scopeInput.safeParse({ resource, permission });
  if (!error && rest.length === 0) return;
  const isKnown = scopeInput.shape.resource.safeParse(resource).success;
  const isPermission = scopeInput.shape.permission.safeParse(permission).success;
  const reasons = [
    !isKnown && `the resources are ${resources}`,
    !isPermission && `the permissions are ${permissions}`,
    isKnown && isPermission && error?.issues[0]?.message,
  ].filter(Boolean);
  context.addIssue(`unknown scope "${text}": ${reasons.join('; ')}`);
});
