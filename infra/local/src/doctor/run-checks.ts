/** The finding, in a few words; and the remedy, in a sentence, if there is a fault. */
export interface CheckResult {
  seen: string;
  todo?: string;
  /** Recommended actions although the portal can run. */
  advice?: string;
}

export interface Finding extends CheckResult {
  subject: string;
}

/** Runs the checks in order, independently of each other, and reports each at once; an exception is a fault. */
export async function runChecks(
  checks: Record<string, () => Promise<CheckResult>>,
  report: (finding: Finding) => void,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [subject, check] of Object.entries(checks)) {
    const seen = await check().catch(({ message }: Error) => ({
      seen: 'the check failed',
      todo: message,
    }));
    findings.push({ subject, ...seen });
    report({ subject, ...seen });
  }
  return findings;
}

const toStatus = ({ todo, advice }: CheckResult): string => {
  if (todo !== undefined) return 'WRONG';
  return advice === undefined ? 'ok' : 'WARN';
};

export const formatFinding = (finding: Finding): string => {
  const { subject, seen, todo, advice } = finding;
  const lines = [todo, advice].filter((line) => line !== undefined).map((line) => `\n       ${line}`);
  return toStatus(finding).padEnd(7) + subject.padEnd(14) + seen + lines.join('');
};
