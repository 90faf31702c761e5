import { type DestinationStream, pino } from 'pino';

export const REQUEST_MESSAGE = 'request';

const FLUSH_INTERVAL_MS = 10;
const MAX_WAITING_CHARACTERS = 16 * 1024;

/** Pino then sets `lastMsg` before each line. */
const METADATA = Symbol.for('pino.metadata');

/** Access log lines wait for each other, since a write costs as much as ten of them; other lines are written at once. */
export function createLogDestination(
  output: DestinationStream = pino.destination({ sync: true }),
): DestinationStream {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    const lines = waiting;
    waiting = '';
    if (lines) output.write(lines);
  };
  const flushLater = () => {
    if (timer) return void timer.refresh();
    timer = setTimeout(flush, FLUSH_INTERVAL_MS).unref();
    process.once('exit', flush);
  };
  const destination = {
    [METADATA]: true,
    lastMsg: undefined as string | undefined,
    write(line: string) {
      const wasEmpty = waiting === '';
      waiting += line;
      const mayWait = destination.lastMsg === REQUEST_MESSAGE && waiting.length < MAX_WAITING_CHARACTERS;
      if (!mayWait) flush();
      else if (wasEmpty) flushLater();
    },
  };
  return destination;
}
