import { facts } from './facts.ts';
import { FaultsDrawer } from './faults/faults-drawer.tsx';
import { AgentsDrawer } from './frame/agents-drawer.tsx';
import { KeysDrawer } from './frame/keys-drawer.tsx';
import { Tabs } from './frame/tabs.tsx';
import { TopBar } from './frame/top-bar.tsx';
import { HistoryDrawer } from './history/history-drawer.tsx';
import { replaceText } from './operation/editor.tsx';
import { Areas, Panes } from './panes.tsx';
import { UploadDrawer } from './uploads/upload-drawer.tsx';
import { type AppState, useApp } from './use-app.ts';
import { WhoDrawer } from './who/who-drawer.tsx';
import { ChoiceRow, Drawer } from './widgets/drawer.tsx';
import { useLoaded } from './widgets/use-loaded.ts';
import { examples } from './work/examples.ts';
import { SavedDrawer } from './work/saved-drawer.tsx';
import { changed, type Draft } from './work/work.ts';

export const App = () => {
  const app = useApp();
  const { work, change, tab, who } = app;
  return (
    <>
      <TopBar
        who={who.who}
        tab={tab}
        faults={app.faults.standing.length}
        dock={app.dock}
        onDock={app.showDock}
        onSkip={() => app.view.current?.focus()}
        onCommands={() => app.setPaletteOpen(true)}
      />
      <Tabs
        work={work}
        isNaming={app.isNaming}
        onNaming={app.setNaming}
        onName={(name) => change((current) => changed(current, tab.id, { name }))}
        onMove={app.move}
        onOpen={(id) => change((current) => ({ ...current, openId: id }))}
        onAdd={app.add}
        onClose={app.close}
        onReopen={app.reopen}
      />
      <Areas {...app} />
      <Panes {...app} />
      <ExamplesDrawer onOpen={app.open} />
      <HistoryDrawer past={app.past} onOpen={app.open} />
      <SavedDrawer {...app.saved} tab={tab} onOpen={app.open} />
      <KeysDrawer />
      {facts.agents && <AgentsDrawer />}
      <WhoDrawer
        {...who}
        work={work}
        headers={tab.headers}
        onHeaders={(headers) => {
          change((current) => changed(current, tab.id, { headers }));
          replaceText(`${tab.id} headers`, headers);
        }}
        onSignOut={app.forgetAll}
        onId={app.openId}
      />
      <FaultsDrawer {...app.faults} />
      {app.isPaletteOpen && <Commands app={app} />}
      <UploadDrawer schema={app.schema} tab={tab} onOpen={app.open} />
    </>
  );
};

const Commands = ({ app }: { readonly app: AppState }) => {
  const loaded = useLoaded(() => import('./command-palette.tsx'));
  if (loaded.state !== 'ready') return null;
  return <loaded.code.CommandPalette app={app} onClose={() => app.setPaletteOpen(false)} />;
};

const ExamplesDrawer = ({ onOpen }: { readonly onOpen: (draft: Draft) => void }) => (
  <Drawer id="examples" title="Examples">
    {() => (
      <>
        {facts.emulator === null && (
          <p class="muted">
            Their ids are the emulator’s. Replace them by ids of your own accounts.
          </p>
        )}
        {examples.map(({ group, of }) => (
          <section key={group}>
            <h3>{group}</h3>
            <ul class="choose">
              {of.map(({ title, about, draft }) => (
                <ChoiceRow key={title} drawer="examples" onChoose={() => onOpen(draft)}>
                  <b>{title}</b>
                  <small>{about}</small>
                </ChoiceRow>
              ))}
            </ul>
          </section>
        ))}
      </>
    )}
  </Drawer>
);
