type Entity = Record<string, unknown>;

/** The types of each field, by kind of entity. */
export type Shapes = Map<string, Map<string, Set<string>>>;

/** Fields whose content is defined by the merchant or depends on the time. */
const IGNORED_KEYS = ['notes', 'metadata'];

/** Every object in a response or webhook, with its kind of entity. */
function findEntities(json: unknown, name = 'answer'): { kind: string; object: Entity }[] {
  if (Array.isArray(json)) return json.flatMap((item) => findEntities(item, name));
  if (typeof json !== 'object' || json === null) return [];
  const object = json as Entity;
  const inner = Object.entries(object)
    .filter(([key]) => !IGNORED_KEYS.includes(key))
    .flatMap(([key, value]) => findEntities(value, key));
  const isWrapper = name === 'payload' || name === 'answer' || typeof object.entity === 'object';
  return isWrapper && findKind(object) === undefined
    ? inner
    : [{ kind: findKind(object) ?? name, object }, ...inner];
}

function findKind(object: Entity): string | undefined {
  if (typeof object.entity === 'string') return object.entity;
  return 'entity_id' in object ? 'line' : undefined;
}

export function collectShapes(samples: unknown[]): Shapes {
  const shapes: Shapes = new Map();
  for (const { kind, object } of samples.flatMap((sample) => findEntities(sample))) {
    const shape = shapes.get(kind) ?? new Map<string, Set<string>>();
    shapes.set(kind, shape);
    for (const [key, value] of Object.entries(object)) {
      shape.set(key, (shape.get(key) ?? new Set()).add(toTypeName(value)));
    }
  }
  return shapes;
}

/** Undocumented fields and types, as `payment.amount string`. */
export function findUndocumented(actual: Shapes, documented: Shapes): string[] {
  return [...actual].flatMap(([kind, shape]) =>
    [...shape].flatMap(([key, types]) =>
      [...types]
        .filter((type) => documented.get(kind)?.get(key)?.has(type) !== true)
        .map((type) => `${kind}.${key} ${type}`),
    ),
  );
}

/** Missing documented fields, as `payment.amount`, of the produced kinds of entities. */
export function findMissing(actual: unknown, documented: unknown): string[] {
  const present = collectShapes([actual]);
  return [...collectShapes([documented])]
    .filter(([kind]) => present.has(kind))
    .flatMap(([kind, shape]) => [...shape.keys()].map((key) => ({ kind, key })))
    .filter(({ kind, key }) => present.get(kind)?.has(key) !== true)
    .map(({ kind, key }) => `${kind}.${key}`);
}

function toTypeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
