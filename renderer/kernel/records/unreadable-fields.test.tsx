import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { UnreadableFields } from './unreadable-fields.tsx';

it('names the fields that cannot be shown', () => {
  const text = renderToStaticMarkup(
    <UnreadableFields record={{ unreadable: ['priority', 'due_to_date'] }} />,
  );
  expect(text).toContain('Can’t read Priority, Due date. The stored values are unchanged.');
});

it('shows nothing for a record without unreadable fields', () => {
  expect(renderToStaticMarkup(<UnreadableFields record={{}} />)).toBe('');
});
