/** An OpenAPI document as it is published, or a part of one. */
type Schema = Record<string, unknown>;

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same with every object in it changed, from the inside out. */
function mapObjects(value: unknown, change: (object: Schema) => Schema): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change));
  if (!isObject(value)) return value;
  return change(
    Object.fromEntries(
      Object.entries(value).map(([key, propertyValue]) => [key, mapObjects(propertyValue, change)]),
    ),
  );
}

/** Answers hold nothing but what is written: what a reader would ignore must not leak either. */
const closeSchema = (schema: Schema): Schema =>
  isObject(schema.properties) && schema.additionalProperties === undefined
    ? { ...schema, additionalProperties: false }
    : schema;

/** Beside whatever fits a field, what the applicant really has there: else nothing is ever found. */
const fillKnownValues =
  (known: Readonly<Record<string, string>>) =>
  (schema: Schema): Schema => {
    if (!isObject(schema.properties)) return schema;
    const fields = Object.entries(schema.properties).map(([name, field]) =>
      known[name] === undefined ? [name, field] : [name, { anyOf: [{ const: known[name] }, field] }],
    );
    return { ...schema, properties: Object.fromEntries(fields) };
  };

/** The portal's document made sharper for a fuzzer: strict in what is answered, knowing in what is asked. */
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
