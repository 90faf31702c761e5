import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** A line that service-kit writes (tracing/file-exporter.ts), with its component. */
const line = z.object({
  trace: z.string(),
  span: z.string(),
  parent: z.string().optional(),
  name: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  ms: z.number(),
  failed: z.boolean().optional(),
  attributes: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type WrittenSpan = z.infer<typeof line> & { part: string };

/** All spans of the components; an incomplete line is left out. */
export function readSpans(folder: string): WrittenSpan[] {
  return readdirSync(folder).flatMap((file) => {
    const part = file.replace(/\.jsonl(\.1)?$/, '');
    return readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .flatMap((text) => {
        const span = parse(text);
        return span ? [{ ...span, part }] : [];
      });
  });
}

function parse(text: string): z.infer<typeof line> | undefined {
  try {
    return line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The spans of the trace with this id, or of the traces of the request with this id. */
export function findSpans(id: string, spans: readonly WrittenSpan[]): WrittenSpan[] {
  const traces = new Set(
    spans
      .filter(({ trace, attributes }) => trace === id || attributes['archaka.request_id'] === id)
      .map(({ trace }) => trace),
  );
  return spans.filter(({ trace }) => traces.has(trace));
}

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
