import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import type { Managed } from '#shared/desktop/connections.ts';
import { speak } from '#shared/locales/texts.ts';
import { ManagedServices } from './managed-services.tsx';

beforeAll(async () => await speak('en'));

const rendered = (managed: Partial<Managed>): string =>
  renderToStaticMarkup(
    <ManagedServices
      managed={{
        allowedServices: null,
        language: null,
        updates: null,
        problem: null,
        ...managed,
      }}
    />,
  );

it('shows nothing if the organization allows all services', () => {
  expect(rendered({ language: 'de' })).toBe('');
});

it('lists the services that the organization allows', () => {
  const text = rendered({ allowedServices: ['https://a.example.com', 'https://b.example.com'] });
  expect(text).toContain('Managed by your organization');
  expect(text).toContain('Only these services can be used on this computer:');
  expect(text).toContain('https://b.example.com');
  expect(rendered({ allowedServices: [] })).toContain('No services can be used on this computer.');
});

it('tells which file is wrong, and why', () => {
  const problem = { path: '/etc/parapet/settings.json', reason: 'It isn’t valid JSON.' };
  const text = rendered({ allowedServices: [], problem });
  expect(text).toContain('role="alert"');
  expect(text).toContain('/etc/parapet/settings.json: It isn’t valid JSON.');
});
