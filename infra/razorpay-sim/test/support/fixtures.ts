import { readdirSync, readFileSync } from 'node:fs';

type Fixture = { body: Record<string, unknown> };

const folder = new URL('../../fixtures/', import.meta.url);

/** Razorpay's documented examples, by file name. */
export const fixtures: ReadonlyMap<string, Fixture> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(new URL(file, folder), 'utf8'))]),
);

export function getDocumented(name: string): Record<string, unknown> {
  const fixture = fixtures.get(name);
  if (fixture === undefined) throw new Error(`no fixture ${name}`);
  return fixture.body;
}

/** The fixture of a webhook, e.g. `webhook-order-paid-card`. */
export function toFixtureName(event: string, method: unknown): string {
  const name = `webhook-${event.replaceAll(/[._]/g, '-')}`;
  return fixtures.has(name) ? name : `${name}-${method}`;
}
