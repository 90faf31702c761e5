import * as z from 'zod';

/** Where a period starts; the later of two where a name has two. */
const STARTING_POINTS = [
  'storing',
  'last-use',
  'closing',
  'closing-or-saving',
  'closing-or-payment',
  'examination',
] as const;

/** Who deletes: `work-queue` is the service when its work is done, `operator` the launcher or, in containers, the operator. */
const DELETIONS = ['sweep', 'ttl-index', 'work-queue', 'request', 'operator'] as const;

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
    counted_from: z.enum(STARTING_POINTS),
    deleted_by: z.enum(DELETIONS),
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
