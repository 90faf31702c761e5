/** Jest runs no teardown on a signal: stops starting and started processes first. */
export function stopOnSignal(starting) {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => starting.then((started) => started.stop()).finally(() => process.exit(1)));
  }
}
