import type { Schema } from './service-document.ts';

/** A line of a table of fields. */
export interface Field {
  /** From the body's root, `data[].at`; empty for the body itself. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** Schemas by the names under which others refer to them. */
export type SchemasByName = Readonly<Record<string, Schema>>;

/** The fields of a schema, those of objects in it one by one. */
export function listFields(schema: Schema, schemas: SchemasByName): Field[] {
  const fields = collectFields(schema, schemas, '');
  return fields.length > 0 ? fields : [{ name: '', type: describeType(schema, schemas), required: true }];
}

function collectFields(schemaOrRef: Schema, schemas: SchemasByName, path: string): Field[] {
  const schema = resolveRef(schemaOrRef, schemas);
  if (schema.items) return collectFields(schema.items, schemas, `${path}[]`);
  if (schema.anyOf) return schema.anyOf.flatMap((option) => collectFields(option, schemas, path));
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const name = path === '' ? key : `${path}.${key}`;
    const required = schema.required?.includes(key) ?? false;
    return [{ name, type: describeType(value, schemas), required }, ...collectFields(value, schemas, name)];
  });
}

const resolveRef = (schema: Schema, schemas: SchemasByName): Schema =>
  schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;

/** In words: `string or null`, `list of object`, `200 or 420`. */
function describeType(schemaOrRef: Schema, schemas: SchemasByName): string {
  const schema = resolveRef(schemaOrRef, schemas);
  if (schema.anyOf)
    return [...new Set(schema.anyOf.map((option) => describeType(option, schemas)))].join(' or ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.items) return `list of ${describeType(schema.items, schemas)}`;
  return [[schema.type ?? 'anything'].flat().join(' or '), ...describeConstraints(schema)].join(', ');
}

const CONSTRAINT_LABELS: Readonly<Record<string, string>> = {
  format: '',
  minLength: 'at least ',
  maxLength: 'at most ',
  pattern: 'as ',
};

const describeConstraints = (schema: Schema): string[] =>
  Object.entries(CONSTRAINT_LABELS).flatMap(([keyword, label]) =>
    schema[keyword] === undefined ? [] : [`${label}${schema[keyword]}`],
  );
