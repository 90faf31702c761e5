import * as z from 'zod';

/** A variable as its schema describes it. */
export interface Variable {
  readonly name: string;
  readonly meaning: string;
  /** Empty for a text or a plain number. */
  readonly unit: string;
  readonly secret: boolean;
  /** `required`, `none` if it is optional, or its default value. */
  readonly default: string;
}

/**
 * Lists the variables of an environment's schema: an object, or objects joined by `and` and unions.
 * @throws when a variable has no description
 */
export function readVariables(schema: z.core.$ZodType): Variable[] {
  const variables = toShapes(schema).flatMap((shape) =>
    Object.entries(shape).map(([name, variable]) => ({ name, schema: variable })),
  );
  const first = new Map(variables.toReversed().map((variable) => [variable.name, variable.schema]));
  return [...first].map(([name, variable]) => toVariable(name, variable)).sort(byName);
}

const byName = (one: Variable, other: Variable): number => (one.name < other.name ? -1 : 1);

function toShapes(schema: z.core.$ZodType): z.core.$ZodShape[] {
  if (schema instanceof z.core.$ZodObject) return [schema._zod.def.shape];
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.flatMap(toShapes);
  if (schema instanceof z.core.$ZodIntersection)
    return [schema._zod.def.left, schema._zod.def.right].flatMap(toShapes);
  throw new Error('The schema of an environment is an object, a union or an intersection.');
}

function toVariable(name: string, schema: z.core.$ZodType): Variable {
  const { description, unit = '', secret = false } = z.globalRegistry.get(schema) ?? {};
  if (!description)
    throw new Error(`${name} has no description: add .meta({ description }) in its config.ts.`);
  return {
    name,
    meaning: description,
    unit: String(unit),
    secret: secret === true,
    default: toDefault(schema),
  };
}

function toDefault(schema: z.core.$ZodType): string {
  const value = findDefault(schema);
  // A list or table is empty by default.
  const text = typeof value === 'object' ? '' : String(value ?? '');
  if (text !== '') return `\`${text}\``;
  return z.safeParse(schema, undefined).success ? 'none' : 'required';
}

function findDefault(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.core.$ZodDefault) return schema._zod.def.defaultValue;
  return schema instanceof z.core.$ZodPipe ? findDefault(schema._zod.def.in) : undefined;
}
