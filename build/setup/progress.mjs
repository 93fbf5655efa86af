/**
 * Shows the progress of some work, and how many seconds it takes. Prints to standard error, because
 * a program may read the standard output of the script.
 *
 * @template T
 * @param {string} text
 * @param {(report: (detail: string) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function progress(text, work) {
  const started = performance.now();
  const seconds = () => `${Math.round((performance.now() - started) / 1000)} s`;
  let detail = '';

  if (!process.stderr.isTTY) {
    console.error(`${text} …`);
    return await work(() => {});
  }
  const show = () => process.stderr.write(`\r\u001B[K${text} … ${detail}${seconds()}`);
  show();
  const timer = setInterval(show, 1000);
  try {
    return await work((message) => {
      detail = `${message}, `;
    });
  } finally {
    clearInterval(timer);
    process.stderr.write(`\r\u001B[K${text}: ${seconds()}\n`);
  }
}
