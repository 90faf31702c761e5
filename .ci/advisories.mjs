/**
 * Requests advisories on the production dependencies in the lock file from the registry.
 *
 *     node .ci/advisories.mjs <timeout in seconds>
 *
 * Exit code 1: there is a high or critical advisory. 0: there is none, or the request failed, which is printed.
 */
import { spawnSync } from 'node:child_process';

const TIMEOUT_MS = Number(process.argv[2]) * 1000;
const SEVERE = ['high', 'critical'];
const AUDIT_ARGS = ['audit', '--omit=dev', '--json', '--fetch-retries=0'];

/** npm's report, or the reason why there is none. */
function readReport({ stdout, error }) {
  if (error) return error.code === 'ETIMEDOUT' ? `no response within ${TIMEOUT_MS / 1000} s` : error.message;
  try {
    const report = JSON.parse(stdout);
    return report.vulnerabilities ? report : (report.message ?? report.error?.summary ?? 'no report');
  } catch {
    return 'npm printed no report';
  }
}

/** One line for each severe advisory on the package itself. */
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
  console.log(`advisories: the request failed (${report.trim()}): the dependencies were not checked.`);
} else {
  const severe = Object.values(report.vulnerabilities).filter(({ severity }) => SEVERE.includes(severity));
  const lines = severe.flatMap(describe);
  if (severe.length > 0) {
    console.log(`advisories on production dependencies:\n${lines.join('\n')}`);
    process.exitCode = 1;
  } else console.log('advisories: none that is high or critical on production dependencies.');
}
