type Entity = Record<string, unknown>;

/** By kind of thing the types each of its fields comes in. */
export type Shapes = Map<string, Map<string, Set<string>>>;

/** What is in these is the merchant's own, or of the moment. */
const FREE = ['notes', 'metadata'];

/** Everything in an answer or webhook that has fields of its own, with what kind of thing it is. */
function thingsIn(json: unknown, name = 'answer'): { kind: string; thing: Entity }[] {
  if (Array.isArray(json)) return json.flatMap((item) => thingsIn(item, name));
  if (typeof json !== 'object' || json === null) return [];
  const thing = json as Entity;
  const inner = Object.entries(thing)
    .filter(([key]) => !FREE.includes(key))
    .flatMap(([key, value]) => thingsIn(value, key));
  const wraps = name === 'payload' || name === 'answer' || typeof thing.entity === 'object';
  return wraps && kindOf(thing) === undefined ? inner : [{ kind: kindOf(thing) ?? name, thing }, ...inner];
}

function kindOf(thing: Entity): string | undefined {
  if (typeof thing.entity === 'string') return thing.entity;
  return 'entity_id' in thing ? 'line' : undefined;
}

export function shapesOf(samples: unknown[]): Shapes {
  const shapes: Shapes = new Map();
  for (const { kind, thing } of samples.flatMap((sample) => thingsIn(sample))) {
    const shape = shapes.get(kind) ?? new Map<string, Set<string>>();
    shapes.set(kind, shape);
    for (const [key, value] of Object.entries(thing)) {
      shape.set(key, (shape.get(key) ?? new Set()).add(typeOf(value)));
    }
  }
  return shapes;
}

/** Fields and types, as `payment.amount string`, that are not among the documented ones. */
export function undocumented(said: Shapes, documented: Shapes): string[] {
  return [...said].flatMap(([kind, shape]) =>
    [...shape].flatMap(([key, types]) =>
      [...types]
        .filter((type) => documented.get(kind)?.get(key)?.has(type) !== true)
        .map((type) => `${kind}.${key} ${type}`),
    ),
  );
}

/** Documented fields that are not said, as `payment.amount`, of the kinds of things that are said. */
export function missing(said: unknown, documented: unknown): string[] {
  const present = shapesOf([said]);
  return [...shapesOf([documented])]
    .filter(([kind]) => present.has(kind))
    .flatMap(([kind, shape]) => [...shape.keys()].map((key) => ({ kind, key })))
    .filter(({ kind, key }) => present.get(kind)?.has(key) !== true)
    .map(({ kind, key }) => `${kind}.${key}`);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
