/** The database’s clock decides what is due, since the clocks of instances may differ. */
export const isDue = (field: string) => ({
  [field]: { $type: 'date' },
  $expr: { $lte: [`$${field}`, '$$NOW'] },
});

export const ageSeconds = (field: string) => ({ $divide: [{ $subtract: ['$$NOW', field] }, 1000] });

export const pipelineOptions = { updatePipeline: true, returnDocument: 'after' } as const;
