import { expect, it } from 'vitest';
import { createNetwork } from './network.ts';

type Redirect = { url: string; redirectURL: string };

/** Returns a fake of Electron's `Session`. It rejects a redirect without naming the target. */
const session = () => {
  let onRedirect: (redirect: Redirect) => void = () => {};
  const options: RequestInit[] = [];
  const fake = {
    webRequest: {
      onBeforeRedirect: (listener: (redirect: Redirect) => void) => {
        onRedirect = listener;
      },
    },
    fetch: (url: string, init: RequestInit) => {
      options.push(init);
      if (!url.includes('moved')) return Promise.resolve(new Response('here'));
      onRedirect({ url, redirectURL: 'http://elsewhere.example.com:81/login?token=x' });
      return Promise.reject(new Error("redirect policy was 'error'"));
    },
  };
  return { fake, options };
};

it('follows no redirect, and reports its target without the private parts', async () => {
  const { fake } = session();
  const network = createNetwork(fake);
  await expect(network('https://t.example.com/moved', {})).rejects.toMatchObject({
    name: 'Redirected',
    to: 'http://elsewhere.example.com:81',
  });
});

it('sends no cookie and caches no answer, whatever the request says', async () => {
  const { fake, options } = session();
  const network = createNetwork(fake);
  const response = await network('https://t.example.com', { credentials: 'include' });
  expect(await response.text()).toBe('here');
  expect(options).toMatchObject([{ credentials: 'omit', cache: 'no-store', redirect: 'error' }]);
});
