import '../../expose/app.tsx';
import examination from '@archaka/exams/2024.json' with { type: 'json' };
import { portalStore } from '@archaka/platform/shell';
import { PortalFrame } from '@archaka/platform/testing';
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { sampleApi } from '../../sample-api.ts';
import { Sample } from './sample.tsx';

afterEach(() => {
  cleanup();
  portalStore.dispatch(sampleApi.util.resetApiState());
});

const renderSample = () =>
  render(
    <PortalFrame>
      <Sample />
    </PortalFrame>,
  );
const stubFetch = (response: () => Response) => {
  globalThis.fetch = async () => response();
};

test('shows the examination in both languages', async () => {
  stubFetch(() => Response.json({ status: 200, data: [{ ...examination, amount: 100 }] }));
  renderSample();
  expect(await screen.findByText(examination.name_te)).toBeTruthy();
  expect(screen.getByRole('heading', { name: /పోర్టల్.*A new part of the portal/ })).toBeTruthy();
});

test('reports that the examination cannot be loaded, and Try again loads it', async () => {
  stubFetch(() => new Response(null, { status: 503 }));
  renderSample();
  const retry = await screen.findByRole('button', { name: /Try again/ });
  stubFetch(() => Response.json({ status: 200, data: [{ ...examination, amount: 100 }] }));
  fireEvent.click(retry);
  expect(await screen.findByText(examination.name_te)).toBeTruthy();
});
