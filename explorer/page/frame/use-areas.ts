import { useState } from 'preact/hooks';
import type { DocsEntry } from '../docs/docs-search.ts';
import { useDocs } from '../docs/use-docs.ts';
import { keep, read } from '../work/storage.ts';
import { type DockPanel, docked } from './dock.tsx';

/** The areas of the page, of which a narrow screen shows one. */
export const pageAreas = ['Operation', 'Response', 'Calls', 'Dock'] as const;
export type PageArea = (typeof pageAreas)[number];

const isDocked = (value: unknown): value is DockPanel => docked.some((one) => one === value);

/** The area shown on a narrow screen, and the panel beside the operation. */
export const useAreas = () => {
  const docs = useDocs();
  const [dock, setDock] = useState<DockPanel | null>(() => read(localStorage, 'dock', isDocked));
  const [area, setArea] = useState<PageArea>('Operation');
  const showDock = (shown: DockPanel | null): void => {
    setDock(shown);
    keep(localStorage, 'dock', shown);
    setArea(shown === null ? 'Operation' : 'Dock');
  };
  const showInDocs = (entry: DocsEntry): void => {
    docs.go(entry);
    showDock('Docs');
  };
  return { docs, dock, showDock, showInDocs, area, setArea };
};
