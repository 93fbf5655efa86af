import type { ProblemCode } from '#shared/api/problem.ts';
import type { RejectionProblem } from '#shared/desktop/sync.ts';
import type { Refusal } from '../connection/refusal.ts';

const byCode: Partial<Record<ProblemCode, RejectionProblem>> = {
  invalid_json: 'invalid',
  validation_failed: 'invalid',
  missing_scope: 'missingScope',
  collection_access: 'noPermission',
  enterprise_required: 'notInPlan',
  not_found: 'missing',
  method_not_allowed: 'unsupported',
  conflict: 'conflict',
  precondition_failed: 'changed',
  too_large: 'tooLarge',
  unsupported_media_type: 'unsupported',
};

/**
 * The problem that each status means. It is used for services without our problem codes, because the
 * specification defines only the statuses.
 */
const byStatus: Partial<Record<number, RejectionProblem>> = {
  400: 'invalid',
  403: 'noPermission',
  404: 'missing',
  405: 'unsupported',
  409: 'conflict',
  410: 'missing',
  412: 'changed',
  413: 'tooLarge',
  415: 'unsupported',
  422: 'invalid',
};

const isKnown = (code: string): code is ProblemCode => Object.hasOwn(byCode, code);

/**
 * Returns why the service rejected a change, or `null` if only the service's message gives the reason.
 */
export const rejectionProblem = ({
  code,
  status,
  requiredScope,
}: Pick<Refusal, 'code' | 'status' | 'requiredScope'>): RejectionProblem | null => {
  if (isKnown(code)) return byCode[code] ?? null;
  if (status === 403 && requiredScope !== null) return 'missingScope';
  return byStatus[status] ?? null;
};
