/**
 * Parts of queries and update pipelines that use the database's clock, so that instances whose own
 * clocks differ agree on what is due.
 */
export const addToNow = (ms: number | object) => ({ $add: ['$$NOW', ms] });

/** The field holds a time that has come; an index on it serves this. */
export const isDue = (field: string) => ({
  [field]: { $type: 'date' },
  $expr: { $lte: [`$${field}`, '$$NOW'] },
});

/** Seconds since the time in a field. */
export const ageSeconds = (field: string) => ({ $divide: [{ $subtract: ['$$NOW', field] }, 1000] });

/** For updates that are pipelines; without `upsert` they give the document as it is afterwards. */
export const pipelineOptions = { updatePipeline: true, returnDocument: 'after' } as const;
