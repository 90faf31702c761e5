import './locales/catalogs.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Examination } from '@archaka/contracts';
import { textIn } from '@archaka/web-kit';
import { expect, test } from '@jest/globals';
import { policies } from './policies.ts';

const file = join(import.meta.dirname, '../../../../exams/2024.json');
const { privacy_notice: notice } = JSON.parse(readFileSync(file, 'utf8')) as Examination;
const privacy = policies.find(({ id }) => id === 'privacy')?.clauses ?? [];
const readTexts = (language: 'te' | 'en') => privacy.map(({ text }) => textIn(language, text));

test.each(Object.entries(notice?.parts ?? {}))(
  'the privacy policy says the same as the notice in both languages: %s',
  (_part, { text, text_te }) => {
    expect(readTexts('en')).toContain(text);
    expect(readTexts('te')).toContain(text_te);
  },
);
