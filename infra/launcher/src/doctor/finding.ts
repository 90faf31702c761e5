/** What was seen, in a few words; and what to do about it, in a sentence, where not all is well. */
export interface Seen {
  seen: string;
  todo?: string;
}

export interface Finding extends Seen {
  subject: string;
}

/** Looks at one thing after the other, whatever the others saw, and tells each at once; what a look throws is seen, too. */
export async function lookAll(
  looks: Record<string, () => Promise<Seen>>,
  tell: (finding: Finding) => void,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [subject, look] of Object.entries(looks)) {
    const seen = await look().catch(({ message }: Error) => ({
      seen: 'could not be looked at',
      todo: message,
    }));
    findings.push({ subject, ...seen });
    tell({ subject, ...seen });
  }
  return findings;
}

export const wordsOf = ({ subject, seen, todo }: Finding): string =>
  `${todo === undefined ? 'ok' : 'WRONG'}`.padEnd(7) +
  subject.padEnd(12) +
  seen +
  (todo === undefined ? '' : `\n       ${todo}`);
