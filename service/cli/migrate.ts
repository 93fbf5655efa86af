import { databaseCommand } from './command.ts';

export const migrateCommand = databaseCommand({
  name: 'migrate',
  summary: 'Bring the database to the present schema',
  options: {},
  mayCreate: true,
  run: async ({ applied }) =>
    await Promise.resolve({
      json: { applied },
      text:
        applied.length === 0
          ? 'nothing to apply'
          : applied.map((name) => `applied ${name}`).join('\n'),
    }),
});
