import {
  type AuditAction,
  type DeskExamination,
  type ExaminationSettings,
  examinationRevised,
  findSettingsFaults,
  getExaminationSettings,
  proposeSettings,
  publishSettings,
  type SettingsState,
  type StaffMember,
  toSettings,
  withdrawSettings,
} from '@archaka/contracts';
import {
  businessError,
  type CallHandler,
  defineJob,
  handleCall,
  invalid,
  isDuplicateKey,
  type Job,
  ok,
} from '@archaka/service-kit';
import type { SettingsRow } from '../../persistence/settings-repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { toActor } from '../sign-in/sign-in.ts';

const HOUR_MS = 3_600_000;

const actions: Readonly<Record<SettingsState, AuditAction>> = {
  proposed: 'settings.proposed',
  published: 'settings.published',
  withdrawn: 'settings.withdrawn',
};

const publish = (
  { events }: Dependencies,
  { examine_year, revision, settings }: Pick<SettingsRow, 'examine_year' | 'revision' | 'settings'>,
) => events.publish(examinationRevised, { examine_year, revision, settings });

/** For a service that is new, or whose database was restored without the event. */
export const createRepeatSettingsJob = (deps: Dependencies): Job =>
  defineJob({
    name: 'repeat-settings',
    ms: HOUR_MS,
    run: async () => {
      const published = await deps.settings.findNewest(deps.examination.examine_year, 'published');
      if (published) await deps.db.transaction(() => publish(deps, published));
    },
  });

const readCurrent = async ({ settings, examination }: Dependencies): Promise<ExaminationSettings> =>
  (await settings.findNewest(examination.examine_year, 'published'))?.settings ?? toSettings(examination);

/** @throws HttpProblem 400 */
function assertFitting(
  { examination: { exam_types } }: Dependencies,
  settings: ExaminationSettings,
  current: ExaminationSettings,
): void {
  const faults = findSettingsFaults(settings, { current, exam_types, now: new Date() });
  if (faults.length > 0) throw invalid(faults);
}

async function describe(deps: Dependencies, member: StaffMember) {
  const { examine_year } = deps.examination;
  const rows = await deps.settings.list(examine_year);
  const nameOf = await deps.staff.findNames(rows.map(({ staff_id }) => staff_id));
  const data: DeskExamination = {
    examine_year,
    current: await readCurrent(deps),
    revisions: rows.map(({ revision, state, settings, before, staff_id, at }) => {
      return { revision, state, settings, before, by: nameOf(staff_id), at: at.toISOString() };
    }),
    is_own_proposal: rows[0]?.state === 'proposed' && rows[0].staff_id === member.id,
  };
  return ok({ data: [data] });
}

type Step = Pick<SettingsRow, 'state' | 'settings' | 'before'>;
/** 420: the newest revision is another than the caller has seen. 421: the caller has proposed it. */
type Rejection = 420 | 421;
type Decide = (newest: SettingsRow | null) => Promise<Step | Rejection>;

/** Two who decide about one revision at once both write the next: the second one is refused. */
async function change(deps: Dependencies, seen: number, member: StaffMember, decide: Decide) {
  const { db, audit, examination, settings } = deps;
  const { examine_year } = examination;
  try {
    const rejection = await db.transaction(async () => {
      const newest = await settings.findNewest(examine_year);
      if ((newest?.revision ?? 0) !== seen) return 420;
      const step = await decide(newest);
      if (typeof step === 'number') return step;
      const row = { ...step, examine_year, revision: seen + 1, staff_id: member.id, at: new Date() };
      await settings.add(row);
      await audit.record({
        action: actions[step.state],
        actor: toActor(member.id),
        detail: { year: examine_year, revision: row.revision },
      });
      if (step.state === 'published') await publish(deps, row);
      return undefined;
    });
    return rejection ? businessError(rejection) : describe(deps, member);
  } catch (error) {
    if (isDuplicateKey(error)) return businessError(420);
    throw error;
  }
}

export const createSettingsHandlers = (deps: Dependencies): CallHandler[] => [
  handleCall(getExaminationSettings, { handle: ({ staff: member }) => describe(deps, member) }),
  handleCall(proposeSettings, {
    handle: ({ body: { revision, ...settings }, staff: member }) =>
      change(deps, revision, member, async () => {
        const before = await readCurrent(deps);
        assertFitting(deps, settings, before);
        return { state: 'proposed', settings, before };
      }),
  }),
  handleCall(publishSettings, {
    handle: ({ body: { revision }, staff: member }) =>
      change(deps, revision, member, async (newest) => {
        if (newest?.state !== 'proposed') return 420;
        if (newest.staff_id === member.id) return 421;
        const { settings, before } = newest;
        assertFitting(deps, settings, await readCurrent(deps));
        return { state: 'published', settings, before };
      }),
  }),
  handleCall(withdrawSettings, {
    handle: ({ body: { revision }, staff: member }) =>
      change(deps, revision, member, async (newest) => {
        if (newest?.state !== 'proposed') return 420;
        const { settings, before } = newest;
        return { state: 'withdrawn', settings, before };
      }),
  }),
];
