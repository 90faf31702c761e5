import { examinationSchema } from '@archaka/contracts';
import exam2024 from '@archaka/exams/2024.json' with { type: 'json' };
import { createLog, loadConfig } from '@archaka/service-kit';
import { config } from '../../src/config.ts';
import type { SecondPaymentPolicy } from '../../src/domain/refund.ts';
import { environment } from '../../src/testing/environment.ts';

/** Paise. */
export const FEE = 10_000;
export const KEY_SECRET = environment.RAZORPAY_KEY_SECRET;
export const WEBHOOK_SECRET = environment.RAZORPAY_WEBHOOK_SECRET;

export const log = createLog({ name: 'model', level: process.env.MODEL_LOG ?? 'silent' });

export const examination = examinationSchema.parse(exam2024);

/** An authorised payment awaits its capture until a step lets time pass. */
export const createConfig = (secondPayment: SecondPaymentPolicy) =>
  loadConfig(config, {
    ...environment,
    SECOND_PAYMENT: secondPayment,
    FEE_PAISE: String(FEE),
    CAPTURE_AFTER_MS: '3600000',
  });
