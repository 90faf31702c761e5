import type { Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useCheckMarksMutation } from '../../desk-api.ts';
import { toFailure } from '../../failures.ts';
import { TableUpload } from '../../table-upload.tsx';

const EXAMPLE = 'roll_number,paper,marks\n24-101-0001,P1,76\n24-101-0001,P2,AB';

const title: Word = msg`Check a file of marks`;
const label: Word = msg`CSV file with the columns roll_number, paper and marks`;
const hint: Word = msg`One line for each candidate and paper; AB for absent. At most 10 MB. For example:`;
const checkFile: Word = msg`Check the file`;

const noTable: Word = msg`The file is not a table with the columns roll_number, paper and marks`;
const noPapers: Word = msg`The examination file does not list the papers of the results.`;

const describeCheck = (number: number, faults: number): Word =>
  faults === 0
    ? msg`Mark sheet ${number} has no faults.`
    : msg`Mark sheet ${number} has faults; they are listed below.`;

export function MarksUpload({ onDone }: { onDone: (message: Word | undefined) => void }) {
  const [send, { isLoading }] = useCheckMarksMutation();

  const check = async (file: string) => {
    onDone(undefined);
    const { data, error } = await send({ file });
    const sheet = data?.data?.[0];
    if (data?.status === 420) return { error: noTable };
    if (!sheet) return { failure: data?.status === 421 ? noPapers : toFailure(error) };
    onDone(describeCheck(sheet.number, sheet.fault_count));
    return undefined;
  };

  return (
    <TableUpload
      name="marks"
      title={title}
      label={label}
      hint={hint}
      example={EXAMPLE}
      submit={checkFile}
      busy={isLoading}
      onSend={check}
    />
  );
}
