import {
  type DeskExamination,
  type ExaminationSettings,
  examinationRevised,
  findSettingsFaults,
  getExaminationSettings,
  proposeSettings,
  publishSettings,
  type SettingsContent,
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
  type Job,
  ok,
} from '@archaka/service-kit';
import { publishProposal, type Revision } from '../../domain/revision.ts';
import type { Dependencies } from '../dependencies.ts';
import { Proposals } from '../propose-and-publish.ts';

const HOUR_MS = 3_600_000;

type SettingsRow = Revision<SettingsContent>;

const publish = (
  { events }: Dependencies,
  { subject: examine_year, revision, content: { settings } }: SettingsRow,
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

export function createSettingsHandlers(deps: Dependencies): CallHandler[] {
  const { examination, settings: rows } = deps;
  const { examine_year } = examination;
  const proposals = new Proposals<SettingsContent>(deps, {
    kind: 'settings',
    rows,
    subjectName: 'year',
    publish: (row) => publish(deps, row),
  });

  const toCurrent = (published: SettingsRow | null): ExaminationSettings =>
    published?.content.settings ?? toSettings(examination);

  /** @throws HttpProblem 400 */
  function assertFitting(settings: ExaminationSettings, current: ExaminationSettings): void {
    const { exam_types } = examination;
    const faults = findSettingsFaults(settings, { current, exam_types, now: new Date() });
    if (faults.length > 0) throw invalid(faults);
  }

  async function describe(member: StaffMember) {
    const [listed] = await proposals.list(member, examine_year);
    const { revisions = [], is_own_proposal = false } = listed ?? {};
    const current = toCurrent(await rows.findNewest(examine_year, 'published'));
    const data: DeskExamination = { examine_year, current, revisions, is_own_proposal };
    return ok({ data: [data] });
  }

  async function change(seen: number, member: StaffMember, decide: Parameters<typeof proposals.change>[3]) {
    const rejection = await proposals.change(examine_year, seen, member, decide);
    return rejection ? businessError(rejection) : describe(member);
  }

  return [
    handleCall(getExaminationSettings, { handle: ({ staff: member }) => describe(member) }),
    handleCall(proposeSettings, {
      handle: ({ body: { revision, ...settings }, staff: member }) =>
        change(revision, member, (_newest, published) => {
          const before = toCurrent(published);
          assertFitting(settings, before);
          return { state: 'proposed', content: { settings, before } };
        }),
    }),
    handleCall(publishSettings, {
      handle: ({ body: { revision }, staff: member }) =>
        change(revision, member, (newest, published) => {
          const step = publishProposal(newest, member.id);
          if (typeof step === 'object') assertFitting(step.content.settings, toCurrent(published));
          return step;
        }),
    }),
    handleCall(withdrawSettings, {
      handle: ({ body: { revision }, staff: member }) =>
        change(revision, member, (newest) =>
          newest?.state === 'proposed' ? { state: 'withdrawn', content: newest.content } : 420,
        ),
    }),
  ];
}
