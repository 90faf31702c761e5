import type { Schema } from './document.ts';

/** A line of a table of fields. */
export interface Field {
  /** From the body's root, `data[].at`; empty for the body itself. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** Schemas by the names under which others refer to them. */
export type Named = Readonly<Record<string, Schema>>;

/** The fields of a schema, those of objects in it one by one. */
export function fieldsOf(schema: Schema, named: Named): Field[] {
  const inner = innerFields(schema, named, '');
  return inner.length > 0 ? inner : [{ name: '', type: typeOf(schema, named), required: true }];
}

function innerFields(given: Schema, named: Named, path: string): Field[] {
  const schema = resolved(given, named);
  if (schema.items) return innerFields(schema.items, named, `${path}[]`);
  if (schema.anyOf) return schema.anyOf.flatMap((one) => innerFields(one, named, path));
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const name = path === '' ? key : `${path}.${key}`;
    const required = schema.required?.includes(key) ?? false;
    return [{ name, type: typeOf(value, named), required }, ...innerFields(value, named, name)];
  });
}

const resolved = (schema: Schema, named: Named): Schema =>
  named[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;

/** In words: `string or null`, `list of object`, `200 or 420`. */
function typeOf(given: Schema, named: Named): string {
  const schema = resolved(given, named);
  if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => typeOf(one, named)))].join(' or ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.items) return `list of ${typeOf(schema.items, named)}`;
  return [[schema.type ?? 'anything'].flat().join(' or '), ...remarks(schema)].join(', ');
}

const REMARKS: Readonly<Record<string, string>> = {
  format: '',
  minLength: 'at least ',
  maxLength: 'at most ',
  pattern: 'as ',
};

const remarks = (schema: Schema): string[] =>
  Object.entries(REMARKS).flatMap(([keyword, words]) =>
    schema[keyword] === undefined ? [] : [`${words}${schema[keyword]}`],
  );
