import * as z from 'zod';

/** Start of a period, as in `docs/privacy/retention.md`. */
export const STARTING_POINTS = {
  storing: 'when it was stored',
  'last-use': 'its last use',
  closing: "the examination's closing",
  'closing-or-saving': "the later of the examination's closing and the last time it was saved",
  'closing-or-payment': "the later of the examination's closing and the last change of the payment",
  examination: "the later of the examination's closing and its day",
} as const;

export const DELETIONS = {
  sweep: "the service's sweep",
  'ttl-index': 'the database, by a TTL index',
  'work-queue': 'the service, when its work is done',
  request: 'only on request',
  operator: 'the launcher; in containers the operator',
} as const;

const toLiterals = <Name extends string>(texts: Readonly<Record<Name, string>>) =>
  z.enum(Object.keys(texts) as [Name, ...Name[]]);

const retentionRule = z
  .strictObject({
    kind: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
    /** What it covers, in plain words. */
    what: z.string().min(1),
    /** `<service>.<collection>`; `*` stands for every service. */
    stored_in: z.array(z.string().regex(/^(\*|auth|application|payment|ticket|desk)\.[a-z_]+$/)),
    /** ISO 8601; null when only a request ends it. */
    period: z.iso.duration().nullable(),
    /** The field of the examination file that replaces the period for that examination. */
    examination_field: z.literal('paid_applications_retained_for').optional(),
    counted_from: toLiterals(STARTING_POINTS),
    deleted_by: toLiterals(DELETIONS),
    /** Act and section, or a plain reason. */
    reason: z.string().min(1),
  })
  .refine(({ period, deleted_by }) => period !== null || deleted_by === 'request', 'has no period')
  .refine(
    ({ counted_from, deleted_by }) =>
      deleted_by === 'sweep' || !['closing', 'examination'].includes(counted_from),
    'only a sweep knows the examinations',
  );
export type RetentionRule = z.infer<typeof retentionRule>;

export const retentionSchema = z.strictObject({
  kinds: z
    .array(retentionRule)
    .min(1)
    .refine((rules) => new Set(rules.map(({ kind }) => kind)).size === rules.length, 'names a kind twice'),
});
