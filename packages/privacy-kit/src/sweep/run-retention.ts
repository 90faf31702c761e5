import type { Service } from '@archaka/contracts';
import {
  addressVariables,
  baseConfig,
  createServiceSigner,
  type Database,
  describeCommandError,
  type Log,
  runCommand,
  type ServiceClient,
} from '@archaka/service-kit';
import { exitCodes } from '@archaka/service-kit/command-line';
import { retentionCommandLine } from '@archaka/service-kit/operators';
import type * as z from 'zod';
import type { OverdueRow, RetainedData } from '../retention/rules.ts';
import { type KindResult, type OverdueData, Sweeper, type SweepResult } from './sweeper.ts';

interface RetentionReport {
  readonly lines: readonly string[];
  /** Every kind could be read or swept. */
  readonly isComplete: boolean;
}

const toDay = (date: Date): string => date.toISOString().slice(0, 10);

const findOldest = (rows: readonly OverdueRow[]): Date =>
  new Date(Math.min(...rows.map(({ dueAt }) => dueAt.getTime())));

const formatRow = ({ applicationId, dueAt }: OverdueRow): string[] =>
  applicationId === undefined ? [] : [`    ${applicationId}, due ${toDay(dueAt)}`];

function formatRows(rows: readonly OverdueRow[], what: string): string[] {
  if (rows.length === 0) return [];
  return [
    `    ${rows.length} ${what}, the oldest due ${toDay(findOldest(rows))}`,
    ...rows.flatMap(formatRow),
  ];
}

function formatOverdue({ deletable, held }: OverdueData): string[] {
  if (deletable.length + held.length === 0) return ['    nothing is overdue'];
  return [
    ...formatRows(deletable, 'would be deleted'),
    ...formatRows(held, 'would stay because a payment, refund or dispute is open'),
  ];
}

const formatDeleted = ({ deleted, oldestDueAt }: SweepResult): string[] => [
  `    ${deleted} deleted`,
  ...(oldestDueAt ? [`    overdue data is left, the oldest due ${toDay(oldestDueAt)}`] : []),
];

interface ReportOptions {
  readonly service: string;
  /** One object a kind and line. */
  readonly json: boolean;
}

const toJsonLine = ({ kind, ...outcome }: KindResult<object>, service: string): string =>
  JSON.stringify(
    'result' in outcome
      ? { service, kind, ...outcome.result }
      : { service, kind, error: describeCommandError(outcome.error) },
  );

const createReport =
  <Result extends object>(format: (result: Result) => string[]) =>
  (results: readonly KindResult<Result>[], { service, json }: ReportOptions): RetentionReport => {
    const toLines = (each: KindResult<Result>) => [
      `  ${each.kind}`,
      ...('result' in each ? format(each.result) : [`    failed: ${describeCommandError(each.error)}`]),
    ];
    return {
      lines: json ? results.map((each) => toJsonLine(each, service)) : [service, ...results.flatMap(toLines)],
      isComplete: results.every((each) => 'result' in each),
    };
  };

const formatPreview = createReport(formatOverdue);
const formatSweep = createReport(formatDeleted);

export const retentionConfig = baseConfig
  .pick({ MONGO_URL: true, EXAM_FILE: true, RETENTION_FILE: true, SERVICE_KEY: true })
  .extend(addressVariables);
type RetentionConfig = z.output<typeof retentionConfig>;

interface RetentionCommand<Config extends RetentionConfig> {
  readonly service: Service;
  readonly config: z.ZodType<Config>;
  readonly createData: (context: {
    readonly db: Database;
    readonly config: Config;
    readonly services: ServiceClient;
    readonly log: Log;
  }) => readonly RetainedData[] | Promise<readonly RetainedData[]>;
}

export const runRetention = <Config extends RetentionConfig>({
  service,
  config: schema,
  createData,
}: RetentionCommand<Config>): Promise<void> =>
  runCommand({
    commandLine: retentionCommandLine,
    service,
    config: schema,
    permission: () => 'retention',
    audit: {
      action: 'command.retention',
      describe: ({ options: { isDryRun } }) => ({ detail: { dry_run: isDryRun } }),
    },
    run: async ({ db, config, options, log }) => {
      const { createServiceClient } = await import('@archaka/service-kit/pools');
      const services = createServiceClient(config, createServiceSigner(config.SERVICE_KEY));
      try {
        const data = await createData({ db, config, services, log });
        const sweeper = new Sweeper({ service, data, files: config, db, log });
        const format = { service: `svc-${service}`, json: options.json };
        const { lines, isComplete } = options.isDryRun
          ? formatPreview(await sweeper.preview(), format)
          : formatSweep(await sweeper.sweep(new AbortController().signal), format);
        console.log(lines.join('\n'));
        return isComplete ? 0 : exitCodes.failure;
      } finally {
        await services.close();
      }
    },
  });
