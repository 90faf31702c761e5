import { PortalFrame } from '@archaka/platform/testing';
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { Notices } from './home.tsx';

afterEach(cleanup);

const HOUR_MS = 3_600_000;
const fromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const hostile = '</p><script>document.title = "hostile"</script><img src=x onerror="alert(1)">';
const current = {
  id: 'current',
  text: hostile,
  text_te: 'ప్రస్తుతం',
  from: '2026-06-01T00:00:00.000Z',
  until: fromNow(1),
};

const openNotices = (language: 'te' | 'en') =>
  render(
    <PortalFrame at="/" language={language}>
      <Notices
        notices={[
          current,
          { ...current, id: 'over', text: 'Over', text_te: 'ముగిసింది', until: fromNow(-1) },
          {
            ...current,
            id: 'coming',
            text: 'Coming',
            text_te: 'రాబోతుంది',
            from: fromNow(1),
            until: fromNow(2),
          },
        ]}
      />
    </PortalFrame>,
  );

test('shows the notices in effect in the language of the page', () => {
  openNotices('te');
  expect(screen.getByText('ప్రస్తుతం')).toBeTruthy();
  for (const text of [hostile, 'ముగిసింది', 'రాబోతుంది']) expect(screen.queryByText(text)).toBeNull();
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1);
  expect(screen.getByRole('heading').textContent).toContain('01-06-2026');
});

test('shows markup in a notice as text', () => {
  const { container } = openNotices('en');
  expect(screen.getByText(hostile)).toBeTruthy();
  expect(container.querySelector('script, img')).toBeNull();
});
