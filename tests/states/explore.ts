/** A step of a model: how it is called in a trace, and the state it leads to. */
export interface Step<State> {
  readonly label: string;
  readonly next: State;
  /** It happens sooner or later by itself: a message is delivered, an answer is used. */
  readonly isProgress: boolean;
}

export interface StateModel<State extends object> {
  readonly starts: readonly State[];
  /** The states that far from a start are the last; without it, all that can be reached are visited. */
  readonly maxSteps?: number;
  readonly listSteps: (state: State) => Promise<readonly Step<State>[]>;
  /** What is wrong with a state. `isSettled`: no step that happens by itself changes it any more. */
  readonly findViolation: (state: State, isSettled: boolean) => string | undefined;
}

interface Violation {
  readonly problem: string;
  /** The labels of the steps from a start. */
  readonly trace: readonly string[];
}

interface Exploration<State> {
  readonly states: readonly State[];
  readonly settled: readonly State[];
  readonly edges: number;
  /** Of the shortest traces to each state, the longest. */
  readonly longestTrace: readonly string[];
  /** The first that was found, by a shortest trace; it ends the exploration. */
  readonly violation: Violation | undefined;
}

/** Equal for equal states: numbers of their fields, of which equal ones are the same object. */
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
  // The list grows while it is read: it is the queue.
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
