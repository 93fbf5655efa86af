import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from './app.ts';

/**
 * Evaluates an expression in the desktop thread, which Playwright cannot reach. Returns when the result
 * is available or the thread has ended.
 */
export const evaluateInThread = async ({ application }: App, expression: string): Promise<void> =>
  await application.evaluate(async (_electron, code) => {
    const { Session } = process.getBuiltinModule('node:inspector');
    const session = new Session();
    session.connect();
    await new Promise<void>((resolve, reject) => {
      session.on('NodeWorker.receivedMessageFromWorker', ({ params: { message } }) => {
        // If the thread has ended, there is an error instead of a result.
        const failure = JSON.parse(message).result?.exceptionDetails;
        if (failure) reject(new Error(failure.text));
        else resolve();
      });
      session.on('NodeWorker.detachedFromWorker', () => resolve());
      session.on('NodeWorker.attachedToWorker', ({ params: { sessionId } }) => {
        const params = { expression: code, awaitPromise: true };
        const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params });
        session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
      });
      session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
    });
    session.disconnect();
  }, expression);

/**
 * Blocks the desktop thread. Returns a function that releases it. Returns when the thread is about to block.
 */
export const holdThread = async (app: App): Promise<() => void> => {
  const folder = mkdtempSync(join(tmpdir(), 'parapet-held-'));
  const path = JSON.stringify(folder);
  await evaluateInThread(
    app,
    `void setTimeout(() => {
      const { existsSync } = process.getBuiltinModule('node:fs');
      const never = new Int32Array(new SharedArrayBuffer(4));
      while (existsSync(${path})) Atomics.wait(never, 0, 0, 20);
    })`,
  );
  return () => rmSync(folder, { recursive: true });
};
