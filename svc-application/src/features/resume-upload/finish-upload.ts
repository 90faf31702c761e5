import { notFound } from '@archaka/service-kit';
import { Contended, decide } from '../../store/contended.ts';
import { getKind } from '../keep-document/get-kind.ts';
import { answerOf, keepDocument } from '../keep-document/keep-document.ts';
import type { Setting } from '../setting.ts';

/**
 * Makes a whole upload a document, once: asked again, it tells the same.
 * @throws Refusal 415 or 400 when its bytes are not what its kind takes, 404 while it is not whole.
 */
export const finishUpload = (setting: Pick<Setting, 'inspectFile' | 'stores'>, id: string) =>
  decide(
    () => setting.stores.uploads.find(id),
    async (upload) => {
      const { uploads } = setting.stores;
      if (!upload) throw notFound();
      const { size, outcome, ownerId } = upload;
      if (outcome) return answerOf(outcome, size);
      if ((await uploads.countReceived(upload)) < size) throw notFound();
      const bytes = await uploads.read(id);
      // Another request has concluded it and is letting go of the pieces.
      if (bytes.length < size) throw new Contended();
      const kept = await keepDocument(setting, { ownerId, kind: getKind(upload.kind), bytes });
      await uploads.conclude(id, kept);
      return answerOf(kept, size);
    },
  );
