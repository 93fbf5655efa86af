/** Without a handler a signal ends us alone, and the tools we have started go on working. */
export function endOnSignal() {
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
}
