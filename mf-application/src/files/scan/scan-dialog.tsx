import {
  Bilingual,
  Button,
  Dialog,
  Message,
  Paragraph,
  Skeleton,
  textIn,
  useBothTexts,
  type Word,
  words,
} from '@archaka/platform';
import { useEffect, useRef, useState } from 'react';
import { pageCountMessage, pageMessage } from '../documents/pdf-messages.ts';
import { FilePick } from '../file-field.tsx';
import { photoMessages } from '../photo/photo-messages.ts';
import { AdjustButton } from '../photo/photo-module.tsx';
import { createPaper, drawPaper, type PageShot, preloadPdfWriter } from './create-paper.ts';
import { scanMessages, scanProblems } from './scan-messages.ts';
import { type ScannedPage, usePages } from './use-pages.ts';
import '../documents/pdf-messages.ts';
import '../photo/photo-messages.ts';
import './scan.css';

interface ScanDialogProps {
  /** The paper's name, also of the PDF. */
  title: Word;
  /** The pages remain when it is closed: a stray press beside it loses none. */
  open: boolean;
  onClose: () => void;
  onReady: (pdf: File) => void;
}

interface PageItemProps {
  page: ScannedPage;
  position: { index: number; count: number };
  clearer: boolean;
  edit: Pick<ReturnType<typeof usePages>, 'crop' | 'turn' | 'move' | 'remove'>;
  focusNext: (page: ScannedPage | undefined) => void;
}

function PageItem({ page, position: { index, count }, clearer, edit, focusNext }: PageItemProps) {
  const move = (by: -1 | 1) => {
    focusNext(page);
    edit.move(page.id, by);
  };
  const remove = () => {
    focusNext(undefined);
    edit.remove(page.id);
  };
  return (
    <li className="scan-page" id={toElementId(page)} tabIndex={-1}>
      <h3>
        <Bilingual word={pageMessage(index + 1, count)} />
      </h3>
      <PagePicture picture={page.picture} crop={page.crop} clearer={clearer} />
      <div className="row">
        <AdjustButton
          picture={page.picture}
          crop={page.crop}
          anyShape
          title={scanMessages.cropPage}
          hint={scanMessages.cropHint}
          frame={scanMessages.frame}
          onCrop={(crop) => edit.crop(page.id, crop)}
        />
        <Button word={photoMessages.turnRight} onClick={() => edit.turn(page.id)} />
        {index > 0 && <Button word={scanMessages.moveUp} onClick={() => move(-1)} />}
        {index < count - 1 && <Button word={scanMessages.moveDown} onClick={() => move(1)} />}
        <Button word={words.remove} onClick={remove} />
      </div>
    </li>
  );
}

/** Holds the pages of a paper and makes their PDF, which is aborted with the dialog. */
function usePaper({ title, open, onReady }: Omit<ScanDialogProps, 'onClose'>, clearer: boolean) {
  const { pages, reading, add, clear, ...edit } = usePages();
  const [building, setBuilding] = useState(false);
  const [problem, setProblem] = useState<string>();
  const openController = useOpenController(open);

  const addPictures = async (files: readonly File[]) => {
    preloadPdfWriter();
    setProblem(undefined);
    setProblem(await add(files));
  };
  const finish = async () => {
    if (pages.length === 0) return setProblem(scanProblems.noPages);
    setProblem(undefined);
    setBuilding(true);
    const { signal } = openController.current;
    const pdf = await createPaper(pages, { name: toFileName(title), clearer, signal }).catch(() => undefined);
    setBuilding(false);
    if (signal.aborted) return;
    if (!pdf) return setProblem(scanProblems.notBuilt);
    clear();
    onReady(pdf);
  };

  return { pages, edit, busy: building || reading, reading, problem, addPictures, finish };
}

export function ScanDialog({ title, open, onClose, onReady }: ScanDialogProps) {
  const [clearer, setClearer] = useState(true);
  const { pages, edit, problem, ...paper } = usePaper({ title, open, onReady }, clearer);
  const { list, focusNext } = usePageFocus(pages);
  const bothTexts = useBothTexts();
  const picker = { accept: 'image/jpeg,image/png', multiple: true, onPick: paper.addPictures };

  return (
    <Dialog open={open} onClose={onClose} title={title} wide>
      <Paragraph word={scanMessages.hint} />
      <ol className="scan-pages plain" ref={list} tabIndex={-1}>
        {pages.map((page, index) => (
          <PageItem
            key={page.id}
            page={page}
            position={{ index, count: pages.length }}
            clearer={clearer}
            edit={edit}
            focusNext={focusNext}
          />
        ))}
      </ol>
      {paper.reading && <Skeleton lines={3} />}
      <p role="status" className="hint">
        <Bilingual word={pageCountMessage(pages.length)} />
      </p>
      <div className="scan-pickers">
        {/* `capture` opens the camera. The inputs have no name, since they are no fields of the form. */}
        <FilePick
          {...picker}
          word={scanMessages.camera}
          aria-label={bothTexts(scanMessages.camera)}
          capture="environment"
          boxClass="scan-camera"
        />
        <FilePick {...picker} word={scanMessages.pictures} aria-label={bothTexts(scanMessages.pictures)} />
      </div>
      <label className="choice">
        <input type="checkbox" checked={clearer} onChange={({ target }) => setClearer(target.checked)} />
        <span>
          <Bilingual word={scanMessages.clearer} />
        </span>
      </label>
      <p role="alert" className={problem && 'field-error'}>
        {problem && <Message of={problem} />}
      </p>
      <div className="row">
        <Button tone="main" word={scanMessages.usePages} busy={paper.busy} onClick={paper.finish} />
        <Button word={words.cancel} onClick={onClose} />
      </div>
    </Dialog>
  );
}

const toFileName = (title: Word) => `${textIn('en', title).toLowerCase().replaceAll(' ', '-')}.pdf`;

const toElementId = ({ id }: ScannedPage) => `scanned-page-${id}`;

/** Aborted once the dialog is closed. */
function useOpenController(open: boolean) {
  const controller = useRef(new AbortController());
  useEffect(() => {
    if (!open) return;
    const current = new AbortController();
    controller.current = current;
    return () => current.abort();
  }, [open]);
  return controller;
}

/** Focuses the added or moved page, and the list after a removal. */
function usePageFocus(pages: readonly ScannedPage[]) {
  const list = useRef<HTMLOListElement>(null);
  const last = useRef({ count: 0, next: undefined as ScannedPage | undefined });
  useEffect(() => {
    const { count, next } = last.current;
    const added = pages.length > count ? pages.at(-1) : undefined;
    const target = next ?? added;
    if (target) document.getElementById(toElementId(target))?.focus();
    else if (pages.length < count) list.current?.focus();
    last.current = { count: pages.length, next: undefined };
  }, [pages]);
  return {
    list,
    focusNext: (page: ScannedPage | undefined) => {
      last.current.next = page;
    },
  };
}

const SHOWN_SIDE_PX = 900;

/** A page as it will be in the PDF. */
function PagePicture({ picture, crop, clearer }: PageShot & { clearer: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const drawn = drawPaper({ picture, crop }, { clearer, maxSide: SHOWN_SIDE_PX });
    if (!canvas.current) return;
    canvas.current.width = drawn.width;
    canvas.current.height = drawn.height;
    canvas.current.getContext('2d')?.drawImage(drawn, 0, 0);
  }, [picture, crop, clearer]);
  return <canvas className="scan-picture" ref={canvas} />;
}
