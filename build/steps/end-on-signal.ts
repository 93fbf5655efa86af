/**
 * Exits on a signal, so that the tools we started end too. Without a handler only this process
 * would end.
 */
export function endOnSignal() {
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
}
