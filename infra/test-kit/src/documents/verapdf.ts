import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const VERSION = '1.28.2';
const CACHE = fileURLToPath(new URL('../../../../.cache/verapdf/', import.meta.url));
const JAR = join(CACHE, `greenfield-apps-${VERSION}.jar`);
const DOWNLOAD_TIMEOUT_MS = 120_000;

/** Maven uses the registry of the machine's settings. */
async function downloadJar(): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'part-'));
  try {
    const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
    const artifact = `-Dartifact=org.verapdf.apps:greenfield-apps:${VERSION}`;
    await run('mvn', ['-q', '-B', goal, artifact, `-DoutputDirectory=${folder}`], {
      timeout: DOWNLOAD_TIMEOUT_MS,
    });
    await rename(join(folder, `greenfield-apps-${VERSION}.jar`), JAR);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Rules of PDF/UA-1 that a file violates, as clause, test and description. */
export type FindUaFailures = (files: readonly string[]) => Promise<Record<string, string[]>>;

interface Job {
  readonly itemDetails: { readonly name: string };
  readonly validationResult: readonly {
    readonly compliant: boolean;
    readonly details: {
      readonly ruleSummaries: readonly { clause: string; testNumber: number; description: string }[];
    };
  }[];
}

/** It runs for some seconds, in which Java's optimising compiler and parallel collector cost more than they save. */
const QUICK_START = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** veraPDF exits with 1 when a file fails; its report is complete then, too. */
async function validate(files: readonly string[]): Promise<Job[]> {
  const program = ['-cp', JAR, 'org.verapdf.apps.GreenfieldCliWrapper'];
  const args = [...QUICK_START, ...program, '-f', 'ua1', '--format', 'json'];
  const options = { maxBuffer: 1 << 28 };
  const { stdout } = await run('java', [...args, ...files], options).catch((error) => error);
  return JSON.parse(stdout).report.jobs;
}

const findUaFailures: FindUaFailures = async (files) =>
  Object.fromEntries(
    (await validate(files)).map(({ itemDetails, validationResult: [result] }) => {
      const failures = result?.details.ruleSummaries ?? [];
      const texts = failures.map((rule) => `${rule.clause}-${rule.testNumber} ${rule.description}`);
      return [itemDetails.name, result?.compliant || texts.length > 0 ? texts : ['not validated']];
    }),
  );

/** Undefined, with a line about the reason, if Java or Maven's registry is not available. */
export async function openVeraPdf(): Promise<FindUaFailures | undefined> {
  try {
    await run('java', ['-version']);
    await readFile(JAR).catch(downloadJar);
    return findUaFailures;
  } catch (error) {
    const [reason] = String(error).split('\n');
    process.stderr.write(`PDF/UA is not checked, since veraPDF is not available: ${reason}\n`);
    return undefined;
  }
}
