interface Change {
  readonly file: string;
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
}

/** The additional text in responses of the next svc-application. */
export const NOTE = 'Bring an identity card';

const fieldSource = 'ticket_version: z.number().nullable(),';
const callSource = 'request: identityRequest,\n  response: outcome({ data: applicationRecord }),';
const querySource = 'const applications = await repositories.applications.listWithOrder(user.id);';
const exportSource = "export { ButtonLink } from './links/button-link.tsx';";
const importSource = "import { Bilingual, Button, type Column, dateText, words } from '@archaka/platform';";

/** The next version: an additional field in a response, an optional one in a request, a further platform export. */
export const nextVersionChanges: readonly Change[] = [
  {
    file: 'packages/contracts/src/application/record.ts',
    from: fieldSource,
    to: `${fieldSource}\n  hall_note: z.string().optional(),`,
  },
  {
    file: 'packages/contracts/src/application/schemas.ts',
    from: callSource,
    to: callSource.replace('identityRequest', 'identityRequest.extend({ exam_year: z.string().optional() })'),
  },
  {
    file: 'svc-application/src/domain/application-record.ts',
    from: 'ticket_version: application.ticketVersion,',
    to: `ticket_version: application.ticketVersion,\n    hall_note: '${NOTE}',`,
  },
  {
    file: 'svc-application/src/features/read-applications/read-applications.ts',
    from: querySource,
    to: `const all = await repositories.applications.listWithOrder(user.id);
    const applications = all.filter(({ examYear }) => (body.exam_year ?? examYear) === examYear);`,
  },
  {
    file: 'packages/platform/src/index.ts',
    from: exportSource,
    to: `${exportSource}\nexport const hallNote = (note: string) => \`In the hall: \${note}\`;`,
  },
  {
    file: 'mf-history/src/features/list-applications/history.tsx',
    from: 'useApplicationsQuery(undefined)',
    to: "useApplicationsQuery({ exam_year: '2024' })",
  },
  {
    file: 'mf-history/src/features/list-applications/columns.tsx',
    from: 'cell: ({ name }) => name }',
    to: `cell: ({ name, hall_note = 'No note' }) => \`\${name}: \${hall_note}\` }`,
  },
];

/** The change of mf-history that uses the platform's new export. */
export const historyUsingExport: readonly Change[] = [
  {
    file: 'src/features/list-applications/columns.tsx',
    from: importSource,
    to: importSource.replace('dateText', 'dateText, hallNote'),
  },
  {
    file: 'src/features/list-applications/columns.tsx',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source.
    from: '${hall_note}`',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source.
    to: '${hallNote(hall_note)}`',
  },
];
