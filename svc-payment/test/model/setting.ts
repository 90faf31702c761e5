import { readFile } from 'node:fs/promises';
import { examinationSchema } from '@archaka/contracts';
import { createLog, loadConfig } from '@archaka/service-kit';
import { config } from '../../src/config.ts';
import type { SecondPayment } from '../../src/domain/returning.ts';

/** Paise. */
export const FEE = 10_000;
export const KEY_SECRET = 'the key secret';
export const WEBHOOK_SECRET = 'the webhook secret';

const address = 'http://127.0.0.1:8080';
const jwk = { kty: 'EC', crv: 'P-256', kid: 'svc-payment', x: 'x', y: 'y' };

export const log = createLog({ name: 'model', level: process.env.MODEL_LOG ?? 'silent' });

export const facts = examinationSchema.parse(
  JSON.parse(await readFile(new URL('../../../exams/2024.json', import.meta.url), 'utf8')),
);

/** An authorised payment is waited for as long as nobody lets time pass. */
export const configFor = (secondPayment: SecondPayment) =>
  loadConfig(config, {
    PORT: '0',
    PORTAL_ORIGIN: address,
    AUTH_URL: address,
    APPLICATION_URL: address,
    PAYMENT_URL: address,
    TICKET_URL: address,
    SERVICE_KEY: JSON.stringify({ ...jwk, d: 'd' }),
    SERVICE_JWKS: JSON.stringify({ keys: [jwk] }),
    MONGO_URL: 'mongodb://127.0.0.1',
    AMQP_URL: 'amqp://127.0.0.1',
    EXAM_FILE: 'exams/2024.json',
    RAZORPAY_KEY_ID: 'rzp_test_key',
    RAZORPAY_KEY_SECRET: KEY_SECRET,
    RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
    SECOND_PAYMENT: secondPayment,
    FEE_PAISE: String(FEE),
    CAPTURE_AFTER_MS: '3600000',
  });
