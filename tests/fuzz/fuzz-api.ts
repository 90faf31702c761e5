import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallSchemathesis } from '@archaka/engines';
import { type ApplicantSession, registerApplicant, submitNewApplication } from '@archaka/test-kit';

/** Checks of every response to any request. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'ignored_auth',
  'unsupported_method',
];

/**
 * Excluded: `logout` and `requesterasure` end the session that all others need, the stream of updates has no end, and a
 * resumed upload has a media type that Schemathesis cannot write.
 */
const EXCLUDED_OPERATIONS = ['logout', 'endsessions', 'requesterasure', 'updates', 'continueUpload'];

interface FuzzOptions {
  readonly origin: string;
  /** Session cookie of a signed-in applicant, `name=value`. */
  readonly cookie: string;
  /** Existing values of this applicant, by field. */
  readonly knownValues: Readonly<Record<string, string>>;
  readonly seed: number;
  /** `coverage` tests every limit of every field once, `fuzzing` makes random requests. */
  readonly phases: 'fuzzing' | 'coverage,fuzzing';
  /** Random requests for each operation. */
  readonly examples: number;
  readonly printOutput: (text: string) => void;
}

/** Sends generated requests to every documented operation for applicants and visitors. @returns whether every response was as documented */
export async function fuzzApi({
  origin,
  cookie,
  knownValues,
  seed,
  phases,
  examples,
  printOutput,
}: FuzzOptions): Promise<boolean> {
  const [command, ...args] = await findOrInstallSchemathesis();
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
  const file = join(folder, 'openapi.json');
  const document: unknown = await (await fetch(`${origin}/api/docs/openapi.json`)).json();
  await writeFile(file, JSON.stringify(prepareDocument(document, knownValues)));
  try {
    const options = [
      ...['run', file, '--url', origin, '--header', `Cookie: ${cookie}`, '--seed', String(seed)],
      ...['--checks', CHECKS.join(','), '--max-examples', String(examples), '--phases', phases],
      ...EXCLUDED_OPERATIONS.flatMap((id) => ['--exclude-operation-id', id]),
      ...['--max-redirects', '0', '--rate-limit', '90/s', '--warnings', 'off', '--continue-on-failure'],
      ...['--generation-database', 'none', '--suppress-health-check', 'all', '--no-color'],
    ];
    const child = spawn(command, [...args, ...options], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', printOutput);
    const [code] = await once(child, 'close');
    return code === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A signed-in applicant with a submitted application, and its values for the calls. */
export async function createFuzzApplicant(
  origin: string,
): Promise<{ session: ApplicantSession; known: Record<string, string> }> {
  const session = await registerApplicant(origin);
  const order_id = await submitNewApplication(session);
  const { body } = await session.call('getticketsandprofile');
  const application = body.data[0] ?? {};
  return {
    session,
    known: {
      order_id,
      application_id: String(application.application_id),
      id: String(application.id),
      number: session.person.number,
    },
  };
}

/** A published OpenAPI document, or a part of one. */
type Schema = Record<string, unknown>;

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Maps every object in it, from the inside out. */
function mapObjects(value: unknown, change: (object: Schema) => Schema): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change));
  if (!isObject(value)) return value;
  return change(
    Object.fromEntries(
      Object.entries(value).map(([key, propertyValue]) => [key, mapObjects(propertyValue, change)]),
    ),
  );
}

/** Forbids undocumented fields in responses: a field that readers ignore must not leak either. */
const closeSchema = (schema: Schema): Schema =>
  isObject(schema.properties) && schema.additionalProperties === undefined
    ? { ...schema, additionalProperties: false }
    : schema;

/** Adds the applicant's existing values to a field's schema, so that requests can find data. */
const fillKnownValues =
  (known: Readonly<Record<string, string>>) =>
  (schema: Schema): Schema => {
    if (!isObject(schema.properties)) return schema;
    const fields = Object.entries(schema.properties).map(([name, field]) =>
      known[name] === undefined ? [name, field] : [name, { anyOf: [{ const: known[name] }, field] }],
    );
    return { ...schema, properties: Object.fromEntries(fields) };
  };

/** An applicant's session has no other response there than 401, which the contract suite expects of each call. */
const isForStaff = (value: unknown) => isObject(value) && JSON.stringify(value.security) === '[{"staff":[]}]';
const withoutStaff = (object: Schema): Schema =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => !isForStaff(value)));

/** The portal's document adapted for a fuzzer: strict responses, and requests with existing values. */
function prepareDocument(document: unknown, known: Readonly<Record<string, string>>): unknown {
  const toStrictResponses = (responses: unknown) => mapObjects(responses, closeSchema);
  return mapObjects(document, (object) => ({
    ...withoutStaff(object),
    ...(isObject(object.responses) && { responses: toStrictResponses(object.responses) }),
    ...(isObject(object.requestBody) && {
      requestBody: mapObjects(object.requestBody, fillKnownValues(known)),
    }),
  }));
}
