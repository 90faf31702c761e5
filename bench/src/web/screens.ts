import {
  type ApplicantSession,
  type Portal,
  registerApplicant,
  submitNewApplication,
} from '@archaka/test-kit';

/** A screen at its first visit. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** Default: a visitor. */
  readonly session?: ApplicantSession;
  /** Selector of the element that makes it usable: part of a remote, not of the shell. */
  readonly usable: string;
}

export interface Screens {
  readonly home: Screen;
  readonly form: Screen;
  readonly history: Screen;
}

/** The measured screens, with their applicants. */
export async function prepareScreens({ origin }: Portal): Promise<Screens> {
  const [beginner, applicant] = await Promise.all([registerApplicant(origin), registerApplicant(origin)]);
  await submitNewApplication(applicant);
  return {
    home: { name: 'home', path: '/', usable: 'main input[name="number"]' },
    form: { name: 'the form', path: '/', session: beginner, usable: 'main input[name="name"]' },
    history: { name: 'the history', path: '/ticket', session: applicant, usable: 'main td' },
  };
}
