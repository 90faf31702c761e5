/** An OpenAPI document as it is published, or a part of one. */
type Part = Record<string, unknown>;

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same with every object in it changed, from the inside out. */
function mapParts(value: unknown, change: (part: Part) => Part): unknown {
  if (Array.isArray(value)) return value.map((item) => mapParts(item, change));
  if (!isPart(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapParts(one, change)])));
}

/** Answers hold nothing but what is written: what a reader would ignore must not leak either. */
const closed = (schema: Part): Part =>
  isPart(schema.properties) && schema.additionalProperties === undefined
    ? { ...schema, additionalProperties: false }
    : schema;

/** Beside whatever fits a field, what the applicant really has there: else nothing is ever found. */
const filled =
  (known: Readonly<Record<string, string>>) =>
  (schema: Part): Part => {
    if (!isPart(schema.properties)) return schema;
    const fields = Object.entries(schema.properties).map(([name, field]) =>
      known[name] === undefined ? [name, field] : [name, { anyOf: [{ const: known[name] }, field] }],
    );
    return { ...schema, properties: Object.fromEntries(fields) };
  };

/** The portal's document made sharper for a fuzzer: strict in what is answered, knowing in what is asked. */
export function prepareDocument(document: unknown, known: Readonly<Record<string, string>>): unknown {
  const strict = (responses: unknown) => mapParts(responses, closed);
  return mapParts(document, (part) => ({
    ...part,
    ...(isPart(part.responses) && { responses: strict(part.responses) }),
    ...(isPart(part.requestBody) && { requestBody: mapParts(part.requestBody, filled(known)) }),
  }));
}
