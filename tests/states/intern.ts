/** Returns the canonical object of all equal ones. */
export interface Intern {
  <Value extends object>(value: Value): Value;
  /** The same for a list, compared by its interned elements; `sorted`: ignores their order. */
  list<Value extends object>(
    values: readonly Value[],
    options?: { readonly sorted: boolean },
  ): readonly Value[];
}

export function createIntern(): Intern {
  const byKey = new Map<string, object>();
  const numbers = new WeakMap<object, number>();
  const toNumber = (value: object) => numbers.get(value) ?? 0;

  function store<Value extends object>(key: string, value: Value): Value {
    const first = byKey.get(key);
    if (first) return first as Value;
    byKey.set(key, value);
    numbers.set(value, byKey.size);
    return value;
  }
  const intern = <Value extends object>(value: Value): Value =>
    numbers.has(value) ? value : store(JSON.stringify(value), value);
  const list = <Value extends object>(values: readonly Value[], { sorted } = { sorted: false }) => {
    if (numbers.has(values)) return values;
    const interned = values.map(intern);
    if (sorted) interned.sort((one, other) => toNumber(one) - toNumber(other));
    return store(`list ${interned.map(toNumber).join(' ')}`, interned);
  };
  return Object.assign(intern, { list });
}
