/** A published OpenAPI document, or a part of one. */
type Schema = Record<string, unknown>;

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Maps every object in it, from the inside out. */
function mapObjects(value: unknown, change: (object: Schema) => Schema): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change));
  if (!isObject(value)) return value;
  return change(
    Object.fromEntries(
      Object.entries(value).map(([key, propertyValue]) => [key, mapObjects(propertyValue, change)]),
    ),
  );
}

/** Forbids undocumented fields in responses: a field that readers ignore must not leak either. */
const closeSchema = (schema: Schema): Schema =>
  isObject(schema.properties) && schema.additionalProperties === undefined
    ? { ...schema, additionalProperties: false }
    : schema;

/** Adds the applicant's existing values to a field's schema, so that requests can find data. */
const fillKnownValues =
  (known: Readonly<Record<string, string>>) =>
  (schema: Schema): Schema => {
    if (!isObject(schema.properties)) return schema;
    const fields = Object.entries(schema.properties).map(([name, field]) =>
      known[name] === undefined ? [name, field] : [name, { anyOf: [{ const: known[name] }, field] }],
    );
    return { ...schema, properties: Object.fromEntries(fields) };
  };

/** The portal's document adapted for a fuzzer: strict responses, and requests with existing values. */
export function prepareDocument(document: unknown, known: Readonly<Record<string, string>>): unknown {
  const toStrictResponses = (responses: unknown) => mapObjects(responses, closeSchema);
  return mapObjects(document, (object) => ({
    ...object,
    ...(isObject(object.responses) && { responses: toStrictResponses(object.responses) }),
    ...(isObject(object.requestBody) && {
      requestBody: mapObjects(object.requestBody, fillKnownValues(known)),
    }),
  }));
}
