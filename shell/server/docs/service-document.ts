import * as z from 'zod';

/** What the page reads of a JSON Schema; the rest is handed on as it came. */
export interface Schema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly format?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: Schema | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
}

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
    items: schema.optional(),
    anyOf: z.array(schema).optional(),
  }),
);

const content = z.record(z.string(), z.looseObject({ schema: schema.optional() }));

const parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  schema: schema.optional(),
});

const response = z.looseObject({
  $ref: z.string().optional(),
  description: z.string().optional(),
  content: content.optional(),
});

const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(parameter).optional(),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), response),
});
export type Operation = z.infer<typeof operation>;
export type Response = z.infer<typeof response>;
export type Content = z.infer<typeof content>;

/** The part of the portal's document that a service publishes at `/openapi.json`. */
export const serviceDocument = z.object({
  /** Its version is that of the contracts which the service was built with. */
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z
    .looseObject({
      schemas: z.record(z.string(), schema).optional(),
      responses: z.record(z.string(), response).optional(),
    })
    .optional(),
});
export type ServiceDocument = z.infer<typeof serviceDocument>;
