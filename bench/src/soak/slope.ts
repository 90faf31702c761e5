import { sum } from '../statistics.ts';
export interface Point {
  readonly hours: number;
  readonly value: number;
}

/** Value an hour. */
export interface Slope {
  readonly slope: number;
  /** Two standard errors, about the confidence interval of 95 %. */
  readonly margin: number;
}

const mean = (values: readonly number[]): number => sum(values) / values.length;

/** The line through the points by least squares; 0 without two different times. */
export function calculateSlope(points: readonly Point[]): Slope {
  const meanHours = mean(points.map(({ hours }) => hours));
  const meanValue = mean(points.map(({ value }) => value));
  const variance = sum(points.map(({ hours }) => (hours - meanHours) ** 2));
  if (variance === 0) return { slope: 0, margin: 0 };
  const covariance = sum(points.map(({ hours, value }) => (hours - meanHours) * (value - meanValue)));
  const slope = covariance / variance;
  const residuals = points.map(({ hours, value }) => (value - meanValue - slope * (hours - meanHours)) ** 2);
  const degrees = Math.max(1, points.length - 2);
  return { slope, margin: 2 * Math.sqrt(sum(residuals) / degrees / variance) };
}
