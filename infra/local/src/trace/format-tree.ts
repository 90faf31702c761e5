import type { WrittenSpan } from './spans.ts';

const WIDTHS = { at: 9, ms: 9, part: 16 };

/**
 * The spans as a tree, each below its parent, by time: milliseconds since the start of the first,
 * duration, component, and name. Spans without a parent here, since the browser writes none, are at the left.
 */
export function formatTree(spans: readonly WrittenSpan[]): string {
  const known = new Set(spans.map(({ span }) => span));
  const first = Math.min(...spans.map(({ at }) => at));
  const childrenByParent = Map.groupBy(
    spans.toSorted((one, other) => one.at - other.at),
    ({ parent }) => (parent !== undefined && known.has(parent) ? parent : ''),
  );
  const formatChildren = (parent: string, depth: number): string[] =>
    (childrenByParent.get(parent) ?? []).flatMap((span) => [
      formatSpan(span, { first, depth }),
      ...formatChildren(span.span, depth + 1),
    ]);
  return formatChildren('', 0).join('\n');
}

function formatSpan(
  { at, ms, part, name, failed, attributes }: WrittenSpan,
  { first, depth }: { first: number; depth: number },
): string {
  const status = attributes['http.response.status_code'];
  const outcome = [status, failed && `failed (${attributes['error.type']})`].filter(Boolean).join(', ');
  return [
    `+${(at - first).toFixed(1)}`.padStart(WIDTHS.at),
    `${ms.toFixed(1)} ms`.padStart(WIDTHS.ms + 3),
    ` ${part.padEnd(WIDTHS.part)}`,
    `${'  '.repeat(depth)}${name}${outcome && ` → ${outcome}`}`,
  ].join(' ');
}
