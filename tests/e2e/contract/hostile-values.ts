import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { calls, examinationSchema, type RawBody, runChecks } from '@archaka/contracts';
import { buildApplicationForm, buildSignUp, type DashboardResponse } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import {
  type ContractEnvironment,
  jsonHeaders,
  listCalls,
  send,
  sendCall,
  type ThrottledSession,
} from './environment.ts';
import { uploadApplicationFiles } from './files.ts';

const SEED = 20_240_610;
/** Requests at a time; each client has a session of its own. */
const CLIENTS = 4;

/** Without those that end the session, and a second name of one handler. */
const LEFT_OUT = ['logout', 'endsessions', 'paidSubmitapplicationform'];
const CALLS = listCalls(
  ({ name, session }, fields) => session !== 'staff' && fields.length > 0 && !LEFT_OUT.includes(name),
);

function findCall(name: string) {
  const call = calls.find((one) => one.name === name);
  if (!call) throw new Error(`there is no call ${name}`);
  return call;
}

interface Client {
  readonly session: ThrottledSession;
  /** A body that each call accepts, but for the ids of rows. */
  readonly valid: Record<string, unknown>;
}

async function createClient(environment: ContractEnvironment): Promise<Client> {
  const session = await environment.registerApplicant();
  const form = await buildApplicationForm(session.person, await uploadApplicationFiles(session));
  const ids = { id: 'any', order_id: 'order_any', otp: '0000', old_otp: '0000' };
  return { session, valid: { ...buildSignUp(session.person), ...form, ...ids } };
}

/** Of the portals that tests start. */
const examination = examinationSchema.parse(
  JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('@archaka/exams/2024.json')), 'utf8')),
);

/** The service completes files from the draft, and looks up places. */
const COMPLETED = /^(district|mandal|centre_district|image|birthcertificate|perviouscertificate|markmemos)$/;

/** The response lists the errors of the call's own checks, in their order; a body that its schema rejects is a 400. */
function expectRejection(name: string, request: string, { http, body }: DashboardResponse): void {
  const { checks, request: schema } = findCall(name);
  const content = JSON.parse(request) as RawBody;
  const errors = runChecks(checks, content, examination).filter(({ field }) => !COMPLETED.test(field));
  // Limits and the depth of a body come first.
  if (http === 429 || body.title === 'The body is nested too deeply.') return;
  if (checks.length === 0 && !schema.safeParse(content).success)
    expect({ name, request, http }).toEqual({ name, request, http: 400 });
  if (errors.length === 0) return;
  const listed = body.errors?.filter(({ field }) => !COMPLETED.test(String(field)));
  const shown = `${name} ${request.slice(0, 2000)}`;
  expect({ shown, http, listed }).toEqual({ shown, http: 400, listed: errors });
}

function expectProperAnswer(request: string, { http, headers, body }: DashboardResponse): void {
  const isProblem =
    /^application\/problem\+json/.test(headers.get('content-type') ?? '') &&
    Number(body.status) === http &&
    typeof body.title === 'string';
  const proper = http === 200 ? [200, 420, 421].includes(Number(body.status)) : http < 500 && isProblem;
  const shown = `${http} to ${request.slice(0, 2000)}`;
  expect({ shown, proper }).toEqual({ shown, proper: true });
}

/** Each call with hostile values in each field, one at a time: no 500, and the errors of the table's checks. */
export const hostileValues = (environment: ContractEnvironment) =>
  describe('hostile input', () => {
    let clients: Client[];
    beforeAll(async () => {
      clients = await Promise.all(Array.from({ length: CLIENTS }, () => createClient(environment)));
    });

    /** Sends the bodies of each client's own, which differ by the client's person only, side by side. */
    async function sendAll(
      buildBodies: (client: Client) => string[],
      sendBody: (session: ThrottledSession, body: string) => Promise<DashboardResponse>,
    ): Promise<void> {
      const sendShare = async (client: Client, share: number) => {
        for (const [index, body] of buildBodies(client).entries())
          if (index % CLIENTS === share) expectProperAnswer(body, await sendBody(client.session, body));
      };
      await Promise.all(clients.map(sendShare));
    }

    test.each(CALLS)('a hostile value in each field of %s', async (name) => {
      await sendAll(
        ({ valid }) => buildHostileBodies(name, valid),
        async (session, body) => {
          const response = await sendCall(environment.portal().origin, name, { session, body });
          expectRejection(name, body, response);
          return response;
        },
      );
    });

    test('raw bytes to every address that accepts a body', async () => {
      const session = clients[0]?.session as ThrottledSession;
      const paths = [
        '/api/dashboard/saveapplicationform',
        '/api/documents',
        '/api/payment/callback',
        '/api/payment/webhook',
      ];
      const bytes = fc.uint8Array({ maxLength: 400 });
      const types = [
        'application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        '',
        'text/plain;charset=utf-16',
      ];
      for (const path of paths)
        for (const [index, body] of fc.sample(bytes, { seed: SEED, numRuns: 15 }).entries()) {
          const headers = { 'content-type': types[index % types.length] ?? '' };
          const { http } = await send(environment.portal().origin, path, {
            session,
            headers,
            body: Buffer.from(body),
          });
          expect(http).toBeLessThan(500);
        }
    });

    test('a hostile value in each field of the payment handler', async () => {
      const { handler, origin } = environment.portal();
      const headers = { ...jsonHeaders, origin };
      const buildBodies = ({
        session: {
          person: { number, aadhar },
        },
      }: Client) =>
        ['number', 'aadhar', 'order_id'].flatMap((field) =>
          HOSTILE_VALUES.map((value) =>
            JSON.stringify({ number, aadhar, order_id: 'order_any', [field]: 'here' }).replace(
              '"here"',
              () => value,
            ),
          ),
        );
      await sendAll(buildBodies, (session, body) =>
        send(handler, '/checkpaynumberandaadhar', { session, headers, body }),
      );
    });
  });

/** JSON texts, since `JSON.stringify` writes neither a `__proto__` key nor a number beyond all numbers. */
const HOSTILE_VALUES: readonly string[] = [
  '{"toString":"x"}',
  '{"toString":"x","valueOf":"x"}',
  '{"toJSON":1,"then":1}',
  '{"length":-1,"0":"x"}',
  '{"constructor":{"name":1},"hasOwnProperty":null}',
  '{"__proto__":{"toString":null}}',
  '{"$gt":""}',
  '[{"toString":"x"}]',
  '[[],[null]]',
  '[]',
  '""',
  `${'['.repeat(30)}${']'.repeat(30)}`,
  `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`,
  'null',
  'true',
  '1e999',
  '-0.1',
  '9007199254740993',
  '"NaN"',
  '"1e999"',
  '"[{\\"language_id\\":{\\"toString\\":1},\\"language\\":{}}]"',
  '"\\ud800"',
  '"\\u0000\\u202e"',
  JSON.stringify('9'.repeat(20_000)),
];

type Path = readonly (string | number)[];

/** Paths of a schema's fields, those of its nested objects and of its lists' first items included. */
function listPaths(schema: unknown, path: Path = []): Path[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) => [
      [...path, key],
      ...listPaths(field, [...path, key]),
    ]);
  if (schema instanceof z.ZodArray) return [[...path, 0], ...listPaths(schema.element, [...path, 0])];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => listPaths(option, path));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return listPaths(schema.unwrap(), path);
  return [];
}

const MARK = 'a value that is replaced';

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

function withMark(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return MARK;
  if (typeof key === 'number') return [withMark(Array.isArray(value) ? value[0] : undefined, rest)];
  const fields: Record<string, unknown> = isContainer(value) ? { ...value } : {};
  return { ...fields, [key]: withMark(fields[key], rest) };
}

const MIN_VALUES = 4;

/**
 * An empty body, and bodies with one hostile value each, in each field of the call's schema. A field gets some of the
 * values, a call all of them, and calls with the same fields different ones.
 */
function buildHostileBodies(name: string, valid: Record<string, unknown>): string[] {
  const paths = new Map(listPaths(findCall(name).request).map((path) => [path.join('.'), path]));
  const count = Math.max(MIN_VALUES, Math.ceil(HOSTILE_VALUES.length / paths.size));
  const bodies = [...paths.values()].flatMap((path, index) => {
    const body = JSON.stringify(withMark(valid, path));
    const first = (index + CALLS.indexOf(name)) * count;
    const values = Array.from({ length: count }, (_, step) =>
      HOSTILE_VALUES.at((first + step) % HOSTILE_VALUES.length),
    );
    return values.map((value) => body.replace(JSON.stringify(MARK), () => value ?? ''));
  });
  return ['{}', ...bodies];
}
