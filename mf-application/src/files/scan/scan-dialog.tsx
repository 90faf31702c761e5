import {
  Bilingual,
  Button,
  Checkbox,
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
import { flushSync } from 'react-dom';
import { pageCountMessage, pageMessage } from '../documents/pdf-messages.ts';
import { FilePick } from '../file-field.tsx';
import { photoMessages } from '../photo/photo-messages.ts';
import { AdjustButton } from '../photo/photo-module.tsx';
import { createPaper, drawPaper, type PageShot, preloadPdfWriter } from './create-paper.ts';
import { scanMessages, scanProblems } from './scan-messages.ts';
import { type ScannedPage, usePages } from './use-pages.ts';
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
}

function PageItem({ page, position: { index, count }, clearer, edit }: PageItemProps) {
  const item = useRef<HTMLLIElement>(null);
  const move = (by: -1 | 1) => {
    flushSync(() => edit.move(page.id, by));
    item.current?.focus();
  };
  const remove = () => {
    item.current?.parentElement?.focus();
    edit.remove(page.id);
  };
  return (
    <li className="scan-page" ref={item} tabIndex={-1}>
      <h3>
        <Bilingual word={pageMessage(index + 1, count)} />
      </h3>
      <PagePicture picture={page.picture} crop={page.crop} clearer={clearer} />
      <div className="row form-actions">
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
  const list = useRef<HTMLOListElement>(null);

  const addPictures = async (files: readonly File[]) => {
    preloadPdfWriter();
    setProblem(undefined);
    setProblem(await add(files, () => (list.current?.lastElementChild as HTMLElement | null)?.focus()));
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

  return { list, pages, edit, busy: building || reading, reading, problem, addPictures, finish };
}

export function ScanDialog({ title, open, onClose, onReady }: ScanDialogProps) {
  const [clearer, setClearer] = useState(true);
  const { pages, edit, problem, ...paper } = usePaper({ title, open, onReady }, clearer);
  const bothTexts = useBothTexts();
  const picker = { accept: 'image/jpeg,image/png', multiple: true, onPick: paper.addPictures };

  return (
    <Dialog open={open} onClose={onClose} title={title} wide>
      <Paragraph word={scanMessages.hint} />
      <ol className="scan-pages plain" ref={paper.list} tabIndex={-1}>
        {pages.map((page, index) => (
          <PageItem
            key={page.id}
            page={page}
            position={{ index, count: pages.length }}
            clearer={clearer}
            edit={edit}
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
      <Checkbox
        label={scanMessages.clearer}
        checked={clearer}
        onChange={({ target }) => setClearer(target.checked)}
      />
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
