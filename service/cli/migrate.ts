import { databaseCommand } from './command.ts';

export const migrateCommand = databaseCommand({
  name: 'migrate',
  summary: 'Apply pending migrations',
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
