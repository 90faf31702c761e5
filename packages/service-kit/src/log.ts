import { redactPersonalData } from '@archaka/contracts';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { currentScope } from './scope.ts';

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

export type Log = Logger;

const PERSONAL_FIELDS = [
  'number',
  'mobile',
  'aadhar',
  'aadhaar',
  'identity_number',
  'email',
  'name',
  'otp',
  'address',
  'authorization',
  'cookie',
];

const getStackFrames = ({ stack = '' }: Error): string[] =>
  stack.split('\n').filter((line) => /^\s+at /.test(line));

/** Logs an error's kind and place, never user input. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: redactPersonalData(String(error)) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: redactPersonalData(error.message),
    ...(code === undefined ? {} : { code }),
    stack: getStackFrames(error).join('\n'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** Pino's `isoTime`, formatted once for the lines of a millisecond. */
function createTimestamp(): () => string {
  let [formattedAt, text] = [0, ''];
  return () => {
    const now = Date.now();
    if (now !== formattedAt) {
      formattedAt = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}

export function createLog({ name, level }: { name: string; level: string }): Log {
  const options: LoggerOptions = {
    level,
    base: { service: name },
    timestamp: createTimestamp(),
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    redact: { paths: PERSONAL_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '…' },
    mixin: () => {
      const scope = currentScope();
      return scope ? { request_id: scope.requestId, trace_id: scope.traceparent?.slice(3, 35) } : {};
    },
  };
  return pino(options, createLogDestination());
}

/** For lines of flat fields: the search in nested ones costs as much as the rest of a line. */
export const createFlatLog = (log: Log): Log =>
  log.child({}, { redact: { paths: PERSONAL_FIELDS, censor: '…' } });
