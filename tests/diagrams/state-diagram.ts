/** A move from one state to another, and the event that tells of it, or null. */
export type Edge = readonly [from: string, to: string, event: { readonly type: string } | null];

export interface StateDiagram {
  /** In `docs/diagrams`. */
  readonly file: string;
  readonly title: string;
  /** What a reader should know before the picture. */
  readonly about: string;
  readonly first: string;
  readonly edges: readonly Edge[];
}

const arrow = ([from, to, event]: Edge): string => `    ${from} --> ${to}${event ? `: ${event.type}` : ''}`;

/** A page with the table as a Mermaid diagram; states that nothing leads out of end it. */
export function pageOf({ title, about, first, edges }: StateDiagram): string {
  const ends = [...new Set(edges.map(([, to]) => to))].filter((state) =>
    edges.every(([from]) => from !== state),
  );
  return [
    `# ${title}`,
    '',
    about,
    '',
    '```mermaid',
    'stateDiagram-v2',
    `    [*] --> ${first}`,
    ...edges.map(arrow),
    ...ends.map((state) => `    ${state} --> [*]`),
    '```',
    '',
    'Drawn from the table by `npm run diagrams`; a test fails when the two differ.',
    '',
  ].join('\n');
}
