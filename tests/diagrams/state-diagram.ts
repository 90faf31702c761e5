/** A transition, with its event or null. */
export type Transition = readonly [from: string, to: string, event: { readonly type: string } | null];

export interface StateDiagram {
  /** In `docs/diagrams`. */
  readonly file: string;
  readonly title: string;
  /** Introduction above the picture. */
  readonly description: string;
  readonly first: string;
  readonly transitions: readonly Transition[];
}

const formatTransition = ([from, to, event]: Transition): string =>
  `    ${from} --> ${to}${event ? `: ${event.type}` : ''}`;

/** A page with the table as a Mermaid diagram; states without transitions are final. */
export function renderPage({ title, description, first, transitions }: StateDiagram): string {
  const finalStates = [...new Set(transitions.map(([, to]) => to))].filter((state) =>
    transitions.every(([from]) => from !== state),
  );
  return [
    `# ${title}`,
    '',
    description,
    '',
    '```mermaid',
    'stateDiagram-v2',
    `    [*] --> ${first}`,
    ...transitions.map(formatTransition),
    ...finalStates.map((state) => `    ${state} --> [*]`),
    '```',
    '',
    'Drawn from the table by `npm run diagrams`; a test fails when the two differ.',
    '',
  ].join('\n');
}
