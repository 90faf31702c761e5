import { type Logger, pino } from 'pino';
import { currentScope } from './scope.ts';

export type Log = Logger;

const personal = [
  'number',
  'mobile',
  'aadhar',
  'aadhaar',
  'email',
  'name',
  'otp',
  'address',
  'authorization',
  'cookie',
];

/** Hides runs of digits, e-mail addresses and duplicate keys, which stores put into their messages. */
export const withoutPersonalData = (text: string): string =>
  text
    .replace(/dup key: \{.*?\}/gs, 'dup key: {…}')
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '…@…')
    .replace(/\d[\d -]{4,}\d/g, '…');

const frames = ({ stack = '' }: Error): string[] => stack.split('\n').filter((line) => /^\s+at /.test(line));

/** An error as the log shows it: its kind and place, never what an applicant typed. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: withoutPersonalData(String(error)) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: withoutPersonalData(error.message),
    ...(code === undefined ? {} : { code }),
    stack: frames(error).join('\n'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** One JSON line an entry, with the request's id and that of its trace where there is one. */
export function createLog({ name, level }: { name: string; level: string }): Log {
  return pino({
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    redact: { paths: personal.flatMap((field) => [field, `*.${field}`]), censor: '…' },
    mixin: () => {
      const scope = currentScope();
      return scope ? { request_id: scope.requestId, trace_id: scope.traceparent?.slice(3, 35) } : {};
    },
  });
}
