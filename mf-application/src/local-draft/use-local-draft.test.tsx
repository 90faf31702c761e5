import { useForm } from '@archaka/platform';
import { PortalFrame } from '@archaka/platform/testing';
import { expect, jest, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import type { FormValues } from '../form/form-values.ts';
import { useLocalDraft } from './use-local-draft.ts';

test('writes pending input at once when the page is left or hidden', () => {
  const autosave = { schedule: jest.fn(), flush: jest.fn(), stopAndClear: jest.fn() };
  const service = {
    schedule: jest.fn(),
    flush: jest.fn(async () => true),
    subscribe: () => () => undefined,
    getState: () => undefined,
  };
  const recovery = { autosave, service, baseline: { values: {} } } as never;
  renderHook(() => useLocalDraft({ form: useForm<FormValues>() as never, recovery, fill: () => undefined }), {
    wrapper: PortalFrame,
  });
  dispatchEvent(new Event('pagehide'));
  expect(autosave.flush).toHaveBeenCalledTimes(1);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(autosave.flush).toHaveBeenCalledTimes(2);
  expect(service.flush).toHaveBeenCalledTimes(2);
});
