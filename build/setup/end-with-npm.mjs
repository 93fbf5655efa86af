/**
 * Ends this process when npm is stopped. npm sends a signal only to the shell that started this process,
 * and the shell ends without forwarding the signal. So this process watches whether its parent process
 * changes.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
