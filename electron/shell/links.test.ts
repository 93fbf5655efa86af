import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { createLinks } from './links.ts';
import { createPresses } from './presses.ts';

const page = () => {
  const emitter = new EventEmitter();
  const opened: string[] = [];
  let time = 0;
  const now = () => time;
  const follow = createLinks({
    presses: createPresses(emitter, now),
    openInBrowser: (url) => void opened.push(url),
    now,
  });
  const input = (type: string) => emitter.emit('input-event', {}, { type });
  return { follow, opened, input, wait: (ms: number) => (time += ms) };
};

it('opens no link without a press', () => {
  const { follow, opened, input } = page();
  follow('https://example.org/');
  input('mouseMove');
  follow('https://example.org/');
  expect(opened).toEqual([]);
});

it('opens one link for each press, however often the page asks', () => {
  const { follow, opened, input, wait } = page();
  for (let press = 0; press < 3; press += 1) {
    input('mouseDown');
    for (let asked = 0; asked < 50; asked += 1) follow(`https://example.org/${press}/${asked}`);
    wait(1000);
  }
  expect(opened).toEqual([0, 1, 2].map((press) => `https://example.org/${press}/0`));
});

it('opens one link a second while a key is held', () => {
  const { follow, opened, input, wait } = page();
  for (let repeat = 0; repeat < 100; repeat += 1) {
    input('rawKeyDown');
    follow('https://example.org/');
    wait(30);
  }
  expect(opened).toHaveLength(3);
});

it('opens a link some time after the press, but not long after', () => {
  const { follow, opened, input, wait } = page();
  input('mouseDown');
  wait(5000);
  follow('https://example.org/late');
  input('mouseDown');
  wait(4000);
  follow('https://example.org/');
  expect(opened).toEqual(['https://example.org/']);
});

it.each(['http://example.org/', 'file:///etc/passwd', 'app://parapet/', 'mailto:a@example.org'])(
  'never opens %s',
  (url) => {
    const { follow, opened, input } = page();
    input('mouseDown');
    follow(url);
    expect(opened).toEqual([]);
  },
);
