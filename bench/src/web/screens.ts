import {
  type ApplicantSession,
  type Portal,
  registerApplicant,
  submitNewApplication,
} from '@archaka/test-kit';

/** A screen as somebody comes to it. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** A visitor's when left out. */
  readonly session?: ApplicantSession;
  /** A selector of what makes it usable: a part of a remote, not of the shell. */
  readonly usable: string;
}

export interface Screens {
  readonly home: Screen;
  readonly form: Screen;
  readonly history: Screen;
}

/** The screens that are measured, with the applicants they belong to. */
export async function prepareScreens({ origin }: Portal): Promise<Screens> {
  const [beginner, applicant] = await Promise.all([registerApplicant(origin), registerApplicant(origin)]);
  await submitNewApplication(applicant);
  return {
    home: { name: 'home', path: '/', usable: 'main input[name="number"]' },
    form: { name: 'the form', path: '/', session: beginner, usable: 'main input[name="name"]' },
    history: { name: 'the history', path: '/ticket', session: applicant, usable: 'main td' },
  };
}
