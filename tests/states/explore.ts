/** A step of a model: its label in a trace, and the next state. */
export interface Step<State> {
  readonly label: string;
  readonly next: State;
  /** It happens eventually without input: a message is delivered, a response is used. */
  readonly isProgress: boolean;
}

export interface StateModel<State extends object> {
  readonly starts: readonly State[];
  /** Maximum number of steps from a start; without it, all reachable states are visited. */
  readonly maxSteps?: number;
  readonly listSteps: (state: State) => Promise<readonly Step<State>[]>;
  /** The violation of a state, if any. `isSettled`: no automatic step is left. */
  readonly findViolation: (state: State, isSettled: boolean) => string | undefined;
}

interface Violation {
  readonly problem: string;
  /** The labels of the steps from a start state. */
  readonly trace: readonly string[];
}

interface Exploration<State> {
  readonly states: readonly State[];
  readonly settled: readonly State[];
  readonly edges: number;
  /** The longest of the shortest traces to each state. */
  readonly longestTrace: readonly string[];
  /** The first violation, with a shortest trace; it ends the exploration. */
  readonly violation: Violation | undefined;
}

/** Key that is equal for equal states: the numbers of their interned fields. */
function createKeyWriter<State extends object>() {
  const numbers = new Map<unknown, number>();
  const toNumber = (value: unknown): number => {
    const number = numbers.get(value) ?? numbers.size;
    numbers.set(value, number);
    return number;
  };
  return (state: State): string => Object.values(state).map(toNumber).join(' ');
}

/** Visits the states breadth first, each once. */
export async function explore<State extends object>(model: StateModel<State>): Promise<Exploration<State>> {
  const toKey = createKeyWriter<State>();
  const indexes = new Map<string, number>();
  const states: State[] = [];
  const parents: { index: number; label: string }[] = [];
  const depths: number[] = [];
  const settled: State[] = [];
  let edges = 0;

  const add = (state: State, parent: { index: number; label: string }): number => {
    const key = toKey(state);
    const known = indexes.get(key);
    if (known !== undefined) return known;
    indexes.set(key, states.length);
    states.push(state);
    parents.push(parent);
    depths.push((depths[parent.index] ?? -1) + 1);
    return states.length - 1;
  };
  const toTrace = (end: number): string[] => {
    const trace: string[] = [];
    let step = parents[end];
    while (step && step.index >= 0) {
      trace.unshift(step.label);
      step = parents[step.index];
    }
    return trace;
  };
  const toResult = (violation?: Violation): Exploration<State> => ({
    states,
    settled,
    edges,
    longestTrace: toTrace(states.length - 1),
    violation,
  });

  for (const start of model.starts) add(start, { index: -1, label: '' });
  // The list grows during the loop: it is the queue.
  for (const [index, state] of states.entries()) {
    const isLast = depths[index] === model.maxSteps;
    let isSettled = !isLast;
    for (const { label, next, isProgress } of isLast ? [] : await model.listSteps(state)) {
      edges += 1;
      const reached = add(next, { index, label });
      if (isProgress && reached !== index) isSettled = false;
    }
    if (isSettled) settled.push(state);
    const problem = model.findViolation(state, isSettled);
    if (problem) return toResult({ problem, trace: toTrace(index) });
  }
  return toResult();
}
