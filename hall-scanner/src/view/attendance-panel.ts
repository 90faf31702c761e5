import type { BilingualText } from '@archaka/contracts/calls';
import { toAttendanceCsv, toAttendanceFileName } from '../attendance/attendance.ts';
import type { AttendanceNote } from '../list/list-repository.ts';
import type { OfflineData } from '../offline-data.ts';
import { type ScanResult, scanMessages } from '../verification/scan-result.ts';
import { createElement, formatIndianTime, getElement, setText, toBilingualNodes } from './dom.ts';

const NONE: BilingualText = { te: 'ఇంకా ఎవరి హాజరూ వేయలేదు.', en: 'Nobody is noted as present yet.' };
const PRESENT: BilingualText = { te: 'హాజరు', en: 'Present' };
const WRONG_NUMBER: BilingualText = {
  te: 'రోల్ నంబరు ఇలా ఉంటుంది: 24-101-0042.',
  en: 'A roll number looks like this: 24-101-0042.',
};
const NOT_LISTED: BilingualText = {
  te: 'ఈ రోల్ నంబరు తెరిచిన జాబితాలో లేదు.',
  en: 'This roll number is not on the loaded list.',
};
const STATES: Readonly<Record<AttendanceNote['attendance'], BilingualText>> = {
  present: PRESENT,
  paper: { te: 'హాజరు, కాగితంతో', en: 'present, by paper' },
};

const ROLL_NUMBER = /^\d\d-[A-Z0-9]{2,6}-\d{4}$/;
/** A browser has read the file by then. */
const DOWNLOAD_MS = 60_000;

const describeCount = (notes: readonly AttendanceNote[]): BilingualText => {
  const byPaper = notes.filter(({ attendance }) => attendance === 'paper').length;
  if (notes.length === 0) return NONE;
  return {
    te: `హాజరు: ${notes.length}; వీరిలో కాగితంతో: ${byPaper}.`,
    en: `Present: ${notes.length}; of these by paper: ${byPaper}.`,
  };
};

const describeNote = ({ roll_number, attendance, at }: AttendanceNote): BilingualText => ({
  te: `${roll_number}: ${STATES[attendance].te}, ${formatIndianTime(at)}.`,
  en: `${roll_number}: ${STATES[attendance].en.toLowerCase()}, ${formatIndianTime(at)}.`,
});

const describeUndo = ({ roll_number }: AttendanceNote): BilingualText => ({
  te: `${roll_number}: హాజరును రద్దు చేశాం.`,
  en: `${roll_number}: no longer noted as present.`,
});

function downloadFile(notes: readonly AttendanceNote[]): void {
  const href = URL.createObjectURL(new Blob([toAttendanceCsv(notes)], { type: 'text/csv' }));
  Object.assign(createElement('a'), { href, download: toAttendanceFileName(Date.now()) }).click();
  setTimeout(() => URL.revokeObjectURL(href), DOWNLOAD_MS);
}

/** Beside a scanned candidate of the list; undefined where nobody can be noted as present. */
export type CreateNote = (scanResult: ScanResult) => HTMLElement | undefined;

export function setUpAttendancePanel(data: OfflineData): CreateNote {
  const { attendance } = data;
  const message = getElement('attendance-said', HTMLElement);
  const undo = getElement('attendance-undo', HTMLButtonElement);
  const file = getElement('attendance-file', HTMLButtonElement);
  const input = getElement('roll-number', HTMLInputElement);

  const refresh = async () => {
    const notes = await attendance.list();
    setText(getElement('attendance-told', HTMLElement), describeCount(notes));
    undo.hidden = notes.length === 0;
    file.hidden = notes.length === 0;
  };
  const add = async (rollNumber: string, state: AttendanceNote['attendance']) => {
    const note = await attendance.add({ roll_number: rollNumber, attendance: state, at: Date.now() });
    await refresh();
    return describeNote(note);
  };

  input.addEventListener('focus', () => {
    const seats = [...(data.state.list?.seats ?? [])];
    const options = seats.map(([value, label]) => Object.assign(createElement('option'), { value, label }));
    getElement('roll-numbers', HTMLDataListElement).replaceChildren(...options);
  });
  getElement('by-paper', HTMLFormElement).addEventListener('submit', async (event) => {
    event.preventDefault();
    const rollNumber = input.value.trim().toUpperCase();
    if (!ROLL_NUMBER.test(rollNumber)) return setText(message, WRONG_NUMBER);
    const { list } = data.state;
    const isUnknown = list !== undefined && !list.seats.has(rollNumber);
    setText(message, await add(rollNumber, 'paper'), ...(isUnknown ? [NOT_LISTED] : []));
    input.value = '';
  });
  undo.addEventListener('click', async () => {
    const removed = await attendance.removeLast();
    await refresh();
    if (removed) setText(message, describeUndo(removed));
  });
  file.addEventListener('click', async () => downloadFile(await attendance.list()));
  void refresh();

  return ({ state, claims }) => {
    const rollNumber = claims && data.state.list?.find(claims.application_id)?.roll_number;
    if (!rollNumber || scanMessages[state].tone === 'bad') return undefined;
    const status = createElement('p', rollNumber);
    status.setAttribute('role', 'status');
    const button = createElement('button', ...toBilingualNodes(PRESENT));
    button.type = 'button';
    button.id = 'present';
    const showNoted = (text: BilingualText) => {
      setText(status, text);
      button.hidden = true;
    };
    button.addEventListener('click', async () => {
      showNoted(await add(rollNumber, 'present'));
      getElement('next', HTMLButtonElement).focus();
    });
    void attendance.find(rollNumber).then((note) => note && showNoted(describeNote(note)));
    return Object.assign(createElement('div', status, button), { className: 'row' });
  };
}
