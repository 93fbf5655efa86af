/** The enumerations of the API. The values of each are in the order in which the screen shows them. */
export const priorities = ['low', 'medium', 'high', 'critical'] as const;
export const threatStatuses = [
  'open',
  'mitigated',
  'accepted',
  'transferred',
  'not_applicable',
] as const;
export const mitigationStatuses = ['done', 'will', 'never', null] as const;
export const modelStatuses = ['Representation', 'Threats & Mitigations', 'Review', 'Done'] as const;
export const canvasFormats = ['diagram'] as const;
export const roles = ['user', 'admin', 'super_admin', 'owner'] as const;
export const userStatuses = ['invited', 'confirmed'] as const;
export const collectionPermissions = ['read', 'write', 'manage'] as const;
export const scopePermissions = ['read', 'write'] as const;

export type Priority = (typeof priorities)[number];
export type ThreatStatus = (typeof threatStatuses)[number];
export type MitigationStatus = (typeof mitigationStatuses)[number];
export type ModelStatus = (typeof modelStatuses)[number];
export type Role = (typeof roles)[number];
export type UserStatus = (typeof userStatuses)[number];
export type CollectionPermission = (typeof collectionPermissions)[number];
