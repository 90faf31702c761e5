export interface Point {
  readonly hours: number;
  readonly value: number;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Value an hour, by least squares; 0 without two different times. */
export function calculateSlope(points: readonly Point[]): number {
  const meanHours = mean(points.map(({ hours }) => hours));
  const meanValue = mean(points.map(({ value }) => value));
  const covariance = points.reduce(
    (sum, { hours, value }) => sum + (hours - meanHours) * (value - meanValue),
    0,
  );
  const variance = points.reduce((sum, { hours }) => sum + (hours - meanHours) ** 2, 0);
  return variance === 0 ? 0 : covariance / variance;
}
