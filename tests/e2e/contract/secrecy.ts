import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dumpStore, readFilesBelow } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MongoClient } from 'mongodb';
import type { ContractEnvironment } from './environment.ts';

interface LogLine {
  readonly file: string;
  readonly text: string;
}

/** IDs and times contain random digits. */
const NEUTRAL_FIELDS = /"(time|request_id|trace_id|span_id|ms|user|pid)":("[^"]*"|[\d.]+)/g;

const WORDS = ['Sita Rama', 'Venkata Sarma', 'Edited Sarma', 'Temple Street', 'example.org', 'రామశర్మ'];
/** The first bytes of every document and ticket. */
const PAPER = '%PDF-';
/** Runs after the other subjects: collections, oplog and the broker's files contain no personal data.
 * Reads MongoDB's content as BSON, since its files and journal are compressed. */
export const storeSecrecy = (environment: ContractEnvironment) =>
  describe('stores', () => {
    test('contain no mobile number, Aadhaar, name, address, e-mail or document', async () => {
      const { mongoUrl } = await environment.portal().running();
      const client = await MongoClient.connect(mongoUrl);
      try {
        const dump = await dumpStore(client as never, { prefix: 'archaka_', since: new Date(0) });
        expect(dump.length).toBeGreaterThan(1_000_000);
        const people = environment.applicants.flatMap(({ number, aadhar }) => [number, aadhar]);
        const secrets = [...new Set([...people, ...WORDS, PAPER])];
        const stored = [dump];
        const brokerFolder = join(environment.portal().dataDir, 'rabbitmq');
        for await (const { bytes } of readFilesBelow(brokerFolder)) stored.push(bytes);
        expect(stored.length).toBeGreaterThan(1);
        expect(secrets.filter((secret) => stored.some((bytes) => bytes.includes(secret)))).toEqual([]);
      } finally {
        await client.close();
      }
    });
  });

/** Runs last, after all other subjects: the logs contain no personal data. */
export const secrecy = (environment: ContractEnvironment) =>
  describe('logs', () => {
    async function readLines(): Promise<LogLine[]> {
      const folder = join(environment.portal().dataDir, 'logs');
      const files = await readdir(folder);
      const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
      const logLines = texts.flatMap((text, index) =>
        text.split('\n').map((line) => ({ file: String(files[index]), text: line })),
      );
      return [
        ...logLines,
        ...environment
          .portal()
          .output()
          .split('\n')
          .map((text) => ({ file: 'output', text })),
      ];
    }
    const findLeaks = (logLines: LogLine[], containsSecret: (text: string) => boolean) =>
      logLines
        .filter(({ text }) => containsSecret(text))
        .map(({ file, text }) => `${file}: ${text.slice(0, 600)}`);

    test('contain no mobile number, Aadhaar, name, address or e-mail', async () => {
      const logLines = await readLines();
      expect(logLines.length).toBeGreaterThan(500);
      const secrets = new Set(environment.applicants.flatMap(({ number, aadhar }) => [number, aadhar]));
      expect(
        findLeaks(logLines, (text) => (text.match(/\d{10,12}/g) ?? []).some((digits) => secrets.has(digits))),
      ).toEqual([]);
      const personalData =
        /Sita Rama|Venkata Sarma|Edited Sarma|Temple Street|applicant\.|example\.org|రామశర్మ/;
      expect(findLeaks(logLines, (text) => personalData.test(text))).toEqual([]);
    });

    test('contain no OTP and no session', async () => {
      const logLines = (await readLines()).filter(({ file }) => /^(svc-|shell)/.test(file));
      const devSms = await fetch(`${environment.portal().origin}/dev/inbox`);
      const otps = ((await devSms.json()) as { otp: string }[]).map(({ otp }) => otp);
      expect(otps.length).toBeGreaterThan(0);
      // A word of its own: ids and hashes contain every four digits now and then.
      const containsOtp = (text: string) =>
        otps.some((otp) => new RegExp(`"otp"|(?<![\\w-])${otp}(?![\\w-])`).test(text));
      expect(findLeaks(logLines, (text) => containsOtp(text.replace(NEUTRAL_FIELDS, '')))).toEqual([]);
      expect(findLeaks(logLines, (text) => /archaka_session|Bearer |eyJ/.test(text))).toEqual([]);
    });

    test('contain no unexpected error', async () => {
      const logLines = (await readLines()).filter(({ file }) => /^(svc-|shell)/.test(file));
      expect(findLeaks(logLines, (text) => /"msg":"unexpected"|"level":"fatal"/.test(text))).toEqual([]);
    });
  });

const SYSTEM_DATABASES = ['admin', 'config', 'local'];

/** Excludes change streams, which read MongoDB's oplog. */
const COLLECTION_SCANS = {
  planSummary: /COLLSCAN/,
  op: { $ne: 'getmore' },
  'command.pipeline.0.$changeStream': { $exists: false },
};

/** Profiles collection scans in MongoDB from now on; the test that asserts none must be the last. */
export function lookUps(environment: ContractEnvironment) {
  let client: MongoClient;
  let databaseNames: string[];

  beforeAll(async () => {
    const { mongoUrl } = await environment.portal().running();
    client = await MongoClient.connect(mongoUrl);
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    databaseNames = databases.map(({ name }) => name).filter((name) => !SYSTEM_DATABASES.includes(name));
    for (const name of databaseNames) await client.db(name).command({ profile: 1, filter: COLLECTION_SCANS });
  });
  afterAll(() => client?.close());

  const expectNoCollectionScans = () =>
    describe('queries', () => {
      test('no call of this suite causes a collection scan', async () => {
        expect(databaseNames.length).toBeGreaterThanOrEqual(4);
        const profiledCommands = await Promise.all(
          databaseNames.map((name) => client.db(name).collection('system.profile').find().toArray()),
        );
        const collectionScans = profiledCommands
          .flat()
          .map(({ ns, command }) => `${ns}: ${JSON.stringify(command).slice(0, 300)}`);
        expect([...new Set(collectionScans)]).toEqual([]);
      });
    });
  return { expectNoCollectionScans };
}
