/** What was seen, in a few words; and what to do about it, in a sentence, where not all is well. */
export interface Seen {
  seen: string;
  todo?: string;
  /** What should be done although the portal runs as it is. */
  advice?: string;
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

const verdictOf = ({ todo, advice }: Seen): string => {
  if (todo !== undefined) return 'WRONG';
  return advice === undefined ? 'ok' : 'WARN';
};

export const wordsOf = (finding: Finding): string => {
  const { subject, seen, todo, advice } = finding;
  const lines = [todo, advice].filter((line) => line !== undefined).map((line) => `\n       ${line}`);
  return verdictOf(finding).padEnd(7) + subject.padEnd(12) + seen + lines.join('');
};
