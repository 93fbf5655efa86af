import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { UnreadableFields } from './unreadable-fields.tsx';

it('names the fields that cannot be shown', () => {
  const text = renderToStaticMarkup(
    <I18nextProvider i18n={i18next}>
      <UnreadableFields record={{ unreadable: ['priority', 'due_to_date'] }} />
    </I18nextProvider>,
  );
  expect(text).toContain('Can’t read Priority, Due date. The stored values are unchanged.');
});

it('shows nothing for a record without unreadable fields', () => {
  expect(renderToStaticMarkup(<UnreadableFields record={{}} />)).toBe('');
});
