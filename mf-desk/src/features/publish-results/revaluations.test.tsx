import { afterEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { buildCase } from '../../testing/cases.ts';
import { as, closeDesk, fakeDesk, openDesk } from '../../testing/open-desk.tsx';

afterEach(closeDesk);

const papers = [
  { paper: 'A', marks: 31 },
  { paper: 'S', marks: 72 },
];
const revaluation = {
  application_id: 'ARC24-0000001A',
  roll_number: '24-101-0001',
  exam_type: 2,
  papers,
  paid_at: '2026-11-29T06:30:00.000Z',
};

test('lists what waits with papers and marks, page by page, and offers it as files', async () => {
  const { application_id, paid_at } = revaluation;
  const next = { application_id, paid_at };
  const { findBodies } = fakeDesk({
    ...as('senior-clerk'),
    getrevaluations: ({ after }) => ({
      status: 200,
      data: [{ revaluations: after ? [] : [revaluation], total: 51, ...(!after && { next }) }],
    }),
  });
  const page = openDesk('/desk/revaluations');
  const [, row] = await screen.findAllByRole('row');
  expect(row?.textContent).toMatch(/24-101-0001.*: 31.*: 72.*29-11-2026 12:00.*ARC24-0000001A/);
  expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe('/api/desk/revaluations/csv');
  await page.person.click(screen.getByRole('link', { name: /Next page/ }));
  await screen.findByRole('link', { name: /First page/ });
  expect(findBodies('getrevaluations')).toEqual([{ limit: 50 }, { limit: 50, after: next }]);
});

test('is for those who publish results and for auditors', async () => {
  const { requests } = fakeDesk(as('help-desk'));
  openDesk('/desk/revaluations');
  expect(await screen.findByText('Your roles do not include this page.')).toBeTruthy();
  expect(requests.map(({ call }) => call)).not.toContain('getrevaluations');
});

test('a case shows the marks at the request and the new ones', async () => {
  const record = {
    revaluation: {
      state: 'complete' as const,
      requested_at: '2026-11-28T06:30:00.000Z',
      paid_at: revaluation.paid_at,
      papers: [
        { paper: 'P1', marks: 31, new_marks: 45 },
        { paper: 'P2', marks: 72, new_marks: null },
      ],
    },
  };
  fakeDesk({ ...as('auditor'), getcase: () => ({ status: 200, data: [buildCase({ record })] }) });
  openDesk('/desk/case/ARC24-0000001A');
  const first = await screen.findByText(/P1/, { selector: 'li *' });
  expect(first.closest('dd')?.textContent).toMatch(/Complete.*29-11-2026.*P1: 31 → 45.*P2: 72 → AB/);
});
