import { toApplicationIdPrefix } from '@archaka/contracts';

export interface ApplicationIdRange {
  readonly after: string;
  readonly before: string;
}

/** All application IDs of the years, which are in ascending order, sort between the two. Undefined without a year. */
export function findApplicationIdRange(years: readonly string[]): ApplicationIdRange | undefined {
  const [first, last] = [years[0], years.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { after: toApplicationIdPrefix(first), before: `${toApplicationIdPrefix(last)}~` };
}

export const findExamineYear = (years: readonly string[], applicationId: string): string | undefined =>
  years.find((year) => applicationId.startsWith(toApplicationIdPrefix(year)));
