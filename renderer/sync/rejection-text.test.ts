import { expect, it } from 'vitest';
import { rejectionText } from './rejection-text.ts';

it('says why a change was rejected in plain words, with the message of the service', () => {
  expect(
    rejectionText({
      problem: 'noPermission',
      reason: 'requires write permission on the collection',
    }),
  ).toEqual({
    text: 'You don’t have permission to make this change.',
    detail: 'requires write permission on the collection',
  });
});

it.each(['Forbidden', 'Not Found', 'The service answered 403', 'validation_failed'])(
  'leaves out “%s”, which says nothing more',
  (reason) => {
    expect(rejectionText({ problem: 'invalid', reason }).detail).toBeNull();
  },
);

it('shows the message of the service if it is all there is', () => {
  const teapot = { problem: null, reason: 'I’m a teapot' };
  expect(rejectionText(teapot)).toEqual({ text: 'I’m a teapot', detail: null });
});

it('names the record that may be the same', () => {
  const { text, detail } = rejectionText({ problem: 'possibleDuplicate', reason: 'Order API' });
  expect(text).toContain('“Order API” is in the same place');
  expect(detail).toBeNull();
});
