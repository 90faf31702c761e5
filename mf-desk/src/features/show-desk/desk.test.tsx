import '../../locales/catalogs.ts';
import examination from '@archaka/exams/2024.json' with { type: 'json' };
import { portalStore } from '@archaka/platform/shell';
import { PortalFrame } from '@archaka/platform/testing';
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { deskApi } from '../../desk-api.ts';
import { Desk } from './desk.tsx';

afterEach(() => {
  cleanup();
  portalStore.dispatch(deskApi.util.resetApiState());
});

const renderDesk = () =>
  render(
    <PortalFrame>
      <Desk />
    </PortalFrame>,
  );
const stubFetch = (response: () => Response) => {
  globalThis.fetch = async () => response();
};

test('shows the examination in both languages', async () => {
  stubFetch(() => Response.json({ status: 200, data: [{ ...examination, amount: 100 }] }));
  renderDesk();
  expect(await screen.findByText(examination.name_te)).toBeTruthy();
  expect(screen.getByRole('heading', { name: /పోర్టల్.*A new part of the portal/ })).toBeTruthy();
});

test('reports that the examination cannot be loaded, and Try again loads it', async () => {
  stubFetch(() => new Response(null, { status: 503 }));
  renderDesk();
  const retry = await screen.findByRole('button', { name: /Try again/ });
  stubFetch(() => Response.json({ status: 200, data: [{ ...examination, amount: 100 }] }));
  fireEvent.click(retry);
  expect(await screen.findByText(examination.name_te)).toBeTruthy();
});
