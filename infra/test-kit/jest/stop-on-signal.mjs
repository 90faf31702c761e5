/** Jest tears nothing down when it is told to end: what is starting or has started is stopped first. */
export function stopOnSignal(starting) {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => starting.then((started) => started.stop()).finally(() => process.exit(1)));
  }
}
