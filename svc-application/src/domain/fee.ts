import type { Examination } from '@archaka/contracts';

const PAISE_PER_RUPEE = 100;

export const toRupees = ({ fee_paise }: Examination): number => fee_paise / PAISE_PER_RUPEE;
