/**
 * Exits on a signal, so that the `exit` handlers of this process end the tools that it started.
 * Without a handler for the signal, only this process would end.
 */
export function endOnSignal() {
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
}
