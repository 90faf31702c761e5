import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Sentence } from '../i18n/bilingual.tsx';
import { Facts } from './card.tsx';

const readUnbroken = () => [...document.querySelectorAll('.whole')].map(({ textContent }) => textContent);

test('does not break an id or date at its hyphens, unlike a longer text', () => {
  const buildLabel = (en: string) => ({ te: en, en });
  render(
    <Facts
      facts={[
        { label: buildLabel('id'), value: 'ARC24-7K3M9QX2' },
        { label: buildLabel('date'), value: '21-11-2026 14:05' },
        { label: buildLabel('name'), value: 'Sri-Rama' },
        { label: buildLabel('address'), value: '4-12, Temple Street, near the old tank' },
      ]}
    />,
  );
  expect(readUnbroken()).toEqual(['ARC24-7K3M9QX2', '21-11-2026 14:05']);
});

test('holds only the date of a sentence together', () => {
  render(<Sentence word={{ te: 'చివరి తేదీ 31-12-2030.', en: 'Last date 31-12-2030.' }} />);
  expect(readUnbroken()).toEqual(['31-12-2030']);
  expect(screen.getByText(/చివరి తేదీ/).parentElement?.textContent).toBe('చివరి తేదీ 31-12-2030.');
});
