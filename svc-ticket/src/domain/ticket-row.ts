import type { LocalizedText } from './exam-labels.ts';

export interface Row {
  readonly label: Required<LocalizedText>;
  readonly value: LocalizedText;
  readonly kind?: 'good' | 'long';
}
