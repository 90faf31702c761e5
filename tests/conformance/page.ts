import type { Carrier } from './faults.ts';
import type { Requirement } from './requirements.ts';
import type { Row } from './table.ts';

/** Every statement of the specification and every requirement of ASVS, each with the tests that prove it. */
export function renderPage(
  rows: readonly Row[],
  carriers: readonly Carrier[],
  requirements: readonly Requirement[],
): string {
  const carriersById = Map.groupBy(carriers, ({ id }) => id);
  const renderItem = (title: string, proofs: readonly string[]) =>
    [`- ${title}`, ...proofs.map((proof) => `  - ${proof}`)].join('\n');
  const statements = rows.map(({ id, statement }) =>
    renderItem(
      `${id}: ${statement}`,
      (carriersById.get(id) ?? []).map(({ test, status }) => `${status}: ${test}`),
    ),
  );
  const standard = requirements.map(({ id, status, proof, tests }) =>
    renderItem(
      `${id} (${status}) ${proof}`.trimEnd(),
      tests.map(({ file, name }) => `${file} › ${name}`),
    ),
  );
  return ['# Specification', '', ...statements, '', '# OWASP ASVS 5.0', '', ...standard, ''].join('\n');
}
