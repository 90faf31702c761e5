/** What was seen, in a few words; and what to do about it, in a sentence, where not all is well. */
export interface CheckResult {
  seen: string;
  todo?: string;
  /** What should be done although the portal runs as it is. */
  advice?: string;
}

export interface Finding extends CheckResult {
  subject: string;
}

/** Looks at one thing after the other, whatever the others saw, and tells each at once; what a look throws is seen, too. */
export async function runChecks(
  checks: Record<string, () => Promise<CheckResult>>,
  report: (finding: Finding) => void,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [subject, check] of Object.entries(checks)) {
    const seen = await check().catch(({ message }: Error) => ({
      seen: 'could not be looked at',
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
