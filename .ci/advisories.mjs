/**
 * Asks the registry for advisories on the dependencies that go into production, as the lock file names them.
 *
 *     node .ci/advisories.mjs <seconds it may take>
 *
 * Exit code 1: a high or critical one is known. 0: none is, or the registry could not be asked, which is said.
 */
import { spawnSync } from 'node:child_process';

const TIMEOUT_MS = Number(process.argv[2]) * 1000;
const SEVERE = ['high', 'critical'];
const AUDIT_ARGS = ['audit', '--omit=dev', '--json', '--fetch-retries=0'];

/** npm's report, or why there is none, as a sentence. */
function readReport({ stdout, error }) {
  if (error) return error.code === 'ETIMEDOUT' ? `no answer within ${TIMEOUT_MS / 1000} s` : error.message;
  try {
    const report = JSON.parse(stdout);
    return report.vulnerabilities ? report : (report.message ?? report.error?.summary ?? 'no report');
  } catch {
    return 'npm gave no report';
  }
}

/** `name (severity): title, title; address` of a package that an advisory names itself. */
function describe({ name, severity, via }) {
  const advisories = via.filter((cause) => typeof cause === 'object' && SEVERE.includes(cause.severity));
  return advisories.map(({ title, url }) => `  ${name} (${severity}): ${title} ${url}`);
}

const report = readReport(
  spawnSync('npm', AUDIT_ARGS, {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 1e8,
  }),
);
if (typeof report === 'string') {
  console.log(`advisories: could not be asked (${report.trim()}): nothing is known of the dependencies.`);
} else {
  const severe = Object.values(report.vulnerabilities).filter(({ severity }) => SEVERE.includes(severity));
  const lines = severe.flatMap(describe);
  if (severe.length > 0) {
    console.log(`advisories: known of what goes into production:\n${lines.join('\n')}`);
    process.exitCode = 1;
  } else console.log('advisories: none that is high or critical is known of what goes into production.');
}
