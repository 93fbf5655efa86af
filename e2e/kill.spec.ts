import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openAnotherClient } from './another-client.ts';
import { expect, saved, test, type App } from './app.ts';
import { addProcess, canvas } from './canvas.ts';

/**
 * The times, in ms, that the rounds wait after the app has stored everything, before they kill the app.
 * A sync pass begins a third of a second after a gesture and takes about as long. So some rounds kill
 * the app before the sync pass, and others at different moments during it.
 */
const momentsOfDeath = Array.from({ length: 12 }, (_, round) => round * 60);

const elements = async (app: App): Promise<number> =>
  Number(/^Canvas, (\d+)/.exec((await canvas(app).getAttribute('aria-label')) ?? '')?.[1]);

const addCollection = async ({ window }: App, title: string): Promise<void> => {
  await window.getByRole('button', { name: 'New collection…' }).click();
  await window.getByRole('textbox').last().fill(title);
  await window.keyboard.press('Enter');
  await expect(window.getByRole('treeitem', { name: title })).toHaveCount(1);
};

const timesOf = (titles: readonly string[], all: readonly (string | undefined)[]): number[] =>
  titles.map((title) => all.filter((each) => each === title).length);

test('killed twelve times while it syncs, the app has kept all finished work and sent it once', async ({
  start,
  profile,
}) => {
  let app = await start();
  await expect(app.window.getByRole('button', { name: 'Sync: Synced' })).toBeVisible();
  const before = await elements(app);
  const drawn: string[] = [];
  const collections: string[] = [];
  for (const [round, moment] of momentsOfDeath.entries()) {
    collections.push(`Collection of round ${round}`);
    await addCollection(app, `Collection of round ${round}`);
    drawn.push(`Process of round ${round}`);
    await addProcess(app, `Process of round ${round}`);
    await saved(app);
    await pause(moment);
    await app.kill();

    app = await start();
    const { window } = app;
    await expect(canvas(app)).toHaveAccessibleName(
      new RegExp(`^Canvas, ${before + drawn.length} elements`),
    );
    await expect(window.getByRole('treeitem', { name: /^Collection of/ })).toHaveCount(round + 1);
  }

  await expect(app.window.getByRole('button', { name: 'Sync: Synced' })).toBeVisible();
  const other = await openAnotherClient(join(profile, 'service.db'));
  const [labels, components] = [await other.labelsIn('Web shop'), await other.componentTitles()];
  expect(timesOf(drawn, labels)).toEqual(drawn.map(() => 1));
  expect(timesOf(drawn, components)).toEqual(drawn.map(() => 1));
  expect(timesOf(collections, await other.collectionTitles())).toEqual(collections.map(() => 1));
  await other.close();
});
