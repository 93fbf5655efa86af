import { expect, test } from 'vitest';
import { stateOf } from './sync-state.ts';

const atRest = {
  isRunning: false,
  isAwaited: false,
  contact: 'good',
  hold: null,
  pending: 0,
  rejected: 0,
  conflicts: 0,
} as const;

test.each([
  ['saved', {}],
  ['saved', { isRunning: true }],
  ['attention', { rejected: 1, isAwaited: true }],
  ['attention', { conflicts: 1, contact: 'none' }],
  ['attention', { hold: 'signIn', pending: 1 }],
  ['syncing', { isAwaited: true, isRunning: true, contact: 'none' }],
  ['offline', { contact: 'none', pending: 1, isRunning: true }],
  ['offline', { contact: 'failing' }],
  ['pending', { contact: 'failing', pending: 1 }],
  ['pending', { pending: 1 }],
  ['syncing', { pending: 1, isRunning: true }],
] as const)('the state is %s with %o', (state, now) => {
  expect(stateOf({ ...atRest, ...now })).toBe(state);
});
